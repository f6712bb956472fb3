import { models } from '../../models/models.ts'
import { load } from '../../scripts/lib/plain-session.ts'
import { allRotations, detectFaces, type Face } from '../../workers/faces/detect.ts'
import type { OperationContext } from '../../workers/operations/operation.ts'

/** Runs only the face detector. */
export function facesIn({ width, height, data }: ImageData): Promise<Face[]> {
  const pixels = data as Uint8ClampedArray<ArrayBuffer>
  const context = {
    checkpoint: async () => {},
    explain: (error: unknown) => error as Error,
    loadFixedInput: async () => ({ ...(await load('blazeface')), model: models.blazeface }),
  } as unknown as OperationContext
  return detectFaces({ width, height, pixels, alpha: false }, context, allRotations)
}

/** Rotates an image about its centre, on a grey square that holds all of it. */
export function turned(image: ImageBitmap, degrees: number, scale = 1): ImageData {
  const side = Math.ceil(Math.hypot(image.width, image.height) * scale)
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.fillStyle = '#777'
  context.fillRect(0, 0, side, side)
  context.translate(side / 2, side / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.scale(scale, scale)
  context.drawImage(image, -image.width / 2, -image.height / 2)
  return context.getImageData(0, 0, side, side)
}
