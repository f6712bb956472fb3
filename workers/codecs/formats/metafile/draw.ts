import type { DecodedImage } from '../../shared/decoder.ts'
import { decodeDib, drawBitmap } from './bitmaps.ts'
import { type Clip, Clips } from './clips.ts'
import type { Box, Brush, Color, Command, GdiObject, Matrix, Metafile } from './commands.ts'
import { apply, compose, pageToDevice, scaleOf } from './mapping.ts'
import { boxSteps, inPixels, type Outline, outlineOf, type Step } from './outline.ts'
import {
  type Context,
  compositeOperation,
  css,
  fillStyle,
  fixedColor,
  preparePen,
} from './paint.ts'
import { initialState, nextState, type State } from './state.ts'
import { drawText } from './text.ts'

/** Maximum side of a canvas that every browser supports. */
const MAX_SIDE = 16_384

const TRANSPARENT = 1
const ALTERNATE = 1
const CLOCKWISE = 2

/** Draws a metafile onto white, on an OffscreenCanvas. */
export async function drawMetafile(
  metafile: Metafile,
  state = initialState(),
): Promise<Omit<DecodedImage, 'dpi'>> {
  const { width, height, commands } = metafile
  if (width > MAX_SIDE || height > MAX_SIDE) {
    throw new Error(`a metafile of at most ${MAX_SIDE} pixels a side, got ${width} x ${height}`)
  }
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no 2D canvas')
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.save()
  const player = new Player(context, metafile, state)
  for (const command of commands) await player.play(command)
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, alpha: false, data: data as Uint8ClampedArray<ArrayBuffer> }
}

/** Plays commands in a GDI device context that draws on a canvas. */
class Player {
  #stack: { state: State; clips: Clip[] }[] = []
  #objects = new Map<number, GdiObject>()
  #tiles = new Map<Brush, ImageBitmap>()
  readonly #clips: Clips
  /** The path from beginPath to the command that uses it. `#open` while figures are added. */
  #path: Path2D | undefined
  #open = false
  /** Whether the path ends at the current position. */
  #joined = false

  constructor(
    readonly context: Context,
    readonly metafile: Metafile,
    public state: State,
  ) {
    this.#clips = new Clips(context, metafile.width, metafile.height)
  }

  async play(command: Command): Promise<void> {
    const next = nextState(this.state, command, this.#objects)
    if (next) {
      this.state = next
      if (command.op === 'move') this.#joined = false
      return
    }
    const outline = outlineOf(command, this.#matrix, this.state.settings.arcDirection === CLOCKWISE)
    if (outline) this.#draw(outline)
    else if (command.op === 'bitmap') await drawBitmap(this.context, command.bitmap, this.#matrix)
    else if (command.op === 'create') await this.#create(command.slot, command.object)
    else this.#other(command)
  }

  /** Maps logical units to pixels. */
  get #matrix(): Matrix {
    const { world, settings, window, viewport } = this.state
    const { unitsPerMillimeter, toPixels } = this.metafile
    const page = pageToDevice(settings.mapMode, window, viewport, unitsPerMillimeter)
    return compose(compose(world, page), toPixels)
  }

  async #create(slot: number, object: GdiObject): Promise<void> {
    this.#objects.set(slot, object)
    if (object.kind === 'brush' && object.bitmap) {
      this.#tiles.set(object, await decodeDib(object.bitmap))
    }
  }

  #other(command: Command): void {
    switch (command.op) {
      case 'save':
        this.#stack.push({ state: this.state, clips: this.#clips.all })
        break
      case 'restore':
        this.#restore(command.level)
        break
      case 'delete':
        this.#objects.delete(command.slot)
        break
      case 'text':
        drawText(this.context, command.text, this.state, this.#matrix, scaleOf(this.#matrix))
        break
      case 'pixel':
        this.context.fillStyle = css(command.color)
        this.context.fillRect(...apply(this.#matrix, command.at), 1, 1)
        break
      case 'fill':
        this.#fillBox(command.box, command.raster)
        break
      case 'fillRegion':
        this.#fillRegion(command)
        break
      case 'gradient':
        for (const { box, from, to } of command.boxes)
          this.#gradient(box, from, to, command.vertical)
        break
      default:
        this.#pathOrClip(command)
    }
  }

  #pathOrClip(command: Command): void {
    switch (command.op) {
      case 'beginPath':
        this.#path = new Path2D()
        this.#open = true
        this.#joined = false
        break
      case 'endPath':
        this.#open = false
        break
      case 'abortPath':
        this.#path = undefined
        this.#open = false
        break
      case 'closeFigure':
        this.#path?.closePath()
        this.#joined = false
        break
      case 'paintPath':
        if (this.#path) this.#paint(this.#path, command.fill, command.stroke)
        this.#path = undefined
        break
      case 'clipPath':
        if (this.#path) this.#clips.add({ path: this.#path, rule: this.#rule }, command.mode)
        this.#path = undefined
        break
      case 'clipBoxes':
        this.#clips.add(this.#boxes(command.boxes, command.device), command.mode)
        break
      case 'clipSlot': {
        const region = this.#objects.get(command.slot)
        if (region?.kind !== 'region') this.#clips.set([])
        else this.#clips.add(this.#boxes(region.boxes, true), 'copy')
        break
      }
      case 'clipNone':
        this.#clips.set([])
        break
    }
  }

  /** Negative levels count from the top of the stack, positive ones from the bottom. */
  #restore(level: number): void {
    const to = level < 0 ? this.#stack.length + level : level - 1
    const saved = this.#stack[to]
    if (!saved) return
    this.#stack.length = to
    this.state = saved.state
    this.#clips.set(saved.clips)
  }

  get #rule(): CanvasFillRule {
    return this.state.settings.fillMode === ALTERNATE ? 'evenodd' : 'nonzero'
  }

  /** Adds an outline to the open path, or draws it. */
  #draw({ steps, area, continues, position }: Outline): void {
    const path = this.#open && this.#path ? this.#path : new Path2D()
    if (continues && !(this.#open && this.#joined)) {
      path.moveTo(...apply(this.#matrix, this.state.position))
    }
    trace(path, steps)
    this.#joined = continues && steps.at(-1)?.to !== 'start'
    if (!this.#open) this.#paint(path, area, true)
    if (position) this.state = { ...this.state, position }
  }

  #paint(path: Path2D, fill: boolean, stroke: boolean): void {
    const { context, state } = this
    const { rasterOperation, backMode, miterLimit } = state.settings
    const mix = compositeOperation(rasterOperation)
    if (!mix) return
    context.globalCompositeOperation = mix
    const fixed = fixedColor(rasterOperation)
    const ground = backMode === TRANSPARENT ? undefined : state.backColor
    const style = fill && fillStyle(context, state.brush, ground, this.#tiles)
    if (style) {
      context.fillStyle = fixed ?? style
      context.fill(path, this.#rule)
    }
    if (stroke && preparePen(context, state.pen, scaleOf(this.#matrix), miterLimit)) {
      if (fixed) context.strokeStyle = fixed
      // The center of a pen is the center of a pixel.
      context.translate(0.5, 0.5)
      context.stroke(path)
      context.translate(-0.5, -0.5)
    }
    context.globalCompositeOperation = 'source-over'
  }

  #boxes(boxes: Box[], device: boolean): Clip {
    const path = new Path2D()
    const matrix = device ? this.metafile.toPixels : this.#matrix
    for (const box of boxes) {
      trace(
        path,
        boxSteps(box).map((step) => inPixels(step, matrix)),
      )
    }
    return { path, rule: 'nonzero' }
  }

  #fillRegion({ boxes, brush }: Extract<Command, { op: 'fillRegion' }>): void {
    const object = typeof boxes === 'number' ? this.#objects.get(boxes) : undefined
    const areas =
      typeof boxes === 'number' ? (object?.kind === 'region' ? object.boxes : []) : boxes
    const filling = brush === undefined ? this.state.brush : this.#objects.get(brush)
    if (filling?.kind !== 'brush') return
    const style = fillStyle(this.context, filling, undefined, this.#tiles)
    if (!style) return
    this.context.fillStyle = style
    this.context.fill(this.#boxes(areas, false).path)
  }

  /** A raster operation without a bitmap: black, white, invert, or keep the destination; else fill with the brush. */
  #fillBox(box: Box, raster: number): void {
    const fixed: Record<number, string> = { 66: 'black', 16711778: 'white', 5570569: 'white' }
    const inverts = raster === 0x550009 || raster === 0x5a0049
    if (raster === 0xaa0029) return
    const style = fixed[raster] ?? fillStyle(this.context, this.state.brush, undefined, this.#tiles)
    if (!style) return
    this.context.globalCompositeOperation = inverts ? 'difference' : 'source-over'
    this.context.fillStyle = style
    this.context.fill(this.#boxes([box], false).path)
    this.context.globalCompositeOperation = 'source-over'
  }

  #gradient(box: Box, from: Color, to: Color, vertical: boolean): void {
    const { context } = this
    const start = apply(this.#matrix, [box[0], box[1]])
    const end = apply(this.#matrix, vertical ? [box[0], box[3]] : [box[2], box[1]])
    const ramp = context.createLinearGradient(...start, ...end)
    ramp.addColorStop(0, css(from))
    ramp.addColorStop(1, css(to))
    context.fillStyle = ramp
    context.fill(this.#boxes([box], false).path)
  }
}

function trace(path: Path2D, steps: Step[]): void {
  for (const step of steps) {
    if (step.to === 'curve') {
      const [a, b, end] = step.points
      path.bezierCurveTo(...a, ...b, ...end)
    } else if (step.to === 'move') path.moveTo(...step.point)
    else if (step.to === 'line') path.lineTo(...step.point)
    else path.closePath()
  }
}
