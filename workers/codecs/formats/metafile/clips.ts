import type { ClipMode } from './commands.ts'
import type { Context } from './paint.ts'

/** A clipping area, in pixels. */
export interface Clip {
  path: Path2D
  rule: CanvasFillRule
}

/** The clipping areas of a canvas, of which it draws the intersection. */
export class Clips {
  all: Clip[] = []

  constructor(
    readonly context: Context,
    readonly width: number,
    readonly height: number,
  ) {}

  add(clip: Clip, mode: ClipMode): void {
    if (mode === 'copy') {
      this.set([clip])
      return
    }
    const added = mode === 'and' ? clip : this.#outside(clip)
    this.all = [...this.all, added]
    this.context.clip(added.path, added.rule)
  }

  /** Replaces all areas. A canvas can only shrink its clip, so its state is restored first. */
  set(clips: Clip[]): void {
    if (clips === this.all) return
    this.context.restore()
    this.context.save()
    for (const { path, rule } of clips) this.context.clip(path, rule)
    this.all = clips
  }

  /** The complement of an area whose parts don't overlap. */
  #outside({ path }: Clip): Clip {
    const outside = new Path2D(path)
    outside.rect(0, 0, this.width, this.height)
    return { path: outside, rule: 'evenodd' }
  }
}
