import type { Step } from '../../src/plan/steps.ts'
import type { FaceBox } from '../../src/shared/worker/details.ts'
import type { Face, Point } from './detect.ts'

/** A face as the record has it. */
export function toFaceBox({ score, box, ...points }: Face): FaceBox {
  const at = ({ x, y }: Point): [number, number] => [Math.round(x), Math.round(y)]
  return {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
    score: Math.round(score * 1000) / 1000,
    points: {
      right_eye: at(points.rightEye),
      left_eye: at(points.leftEye),
      nose: at(points.nose),
      mouth: at(points.mouth),
      right_ear: at(points.rightEar),
      left_ear: at(points.leftEar),
    },
  }
}

/** Where the faces are after a step. They are detected once the image is scaled: only `crop` and `canvas` move them. */
export function faceBoxesAfter(step: Step, boxes: FaceBox[]): FaceBox[] {
  if (step.op === 'crop') return boxes.map((box) => shiftBox(box, -step.x, -step.y))
  if (step.op === 'canvas') return boxes.map((box) => shiftBox(box, step.x, step.y))
  return boxes
}

function shiftBox({ x, y, points, ...rest }: FaceBox, dx: number, dy: number): FaceBox {
  const shifted = Object.entries(points).map(([name, [x, y]]) => [name, [x + dx, y + dy]])
  return { ...rest, x: x + dx, y: y + dy, points: Object.fromEntries(shifted) }
}
