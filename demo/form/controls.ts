import { choice } from './choice.ts'
import { color } from './color.ts'
import type { MakeControl } from './control.ts'
import type { Field, Kind } from './field.ts'
import { flag } from './flag.ts'
import { imageControl } from './image.ts'
import { level } from './level.ts'
import { imageList, tuple } from './list.ts'
import { multipleChoice } from './multiple-choice.ts'
import { position } from './position.ts'
import { segments } from './segments.ts'
import { text } from './text.ts'

const controls: Record<Kind, MakeControl> = {
  choice,
  many: multipleChoice,
  flag,
  level,
  place: position,
  colour: color,
  picture: imageControl,
  pictures: imageList,
  tuple,
  text,
}

/** More segments do not fit side by side. */
const MAX_SEGMENTS = 3

/** The control for a field whose default is `fallback`. */
export const controlOf = ({ kind, options }: Field, fallback: unknown): MakeControl =>
  kind === 'choice' && fallback !== undefined && options.length <= MAX_SEGMENTS
    ? segments
    : controls[kind]
