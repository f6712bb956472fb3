import { choice } from './choice.ts'
import { colour } from './colour.ts'
import type { MakeControl } from './control.ts'
import type { Field, Kind } from './field.ts'
import { flag } from './flag.ts'
import { level } from './level.ts'
import { pictures, tuple } from './list.ts'
import { many } from './many.ts'
import { picture } from './picture.ts'
import { place } from './place.ts'
import { segments } from './segments.ts'
import { text } from './text.ts'

const controls: Record<Kind, MakeControl> = {
  choice,
  many,
  flag,
  level,
  place,
  colour,
  picture,
  pictures,
  tuple,
  text,
}

/** More than these have no room side by side. */
const MOST_SEGMENTS = 3

/** What edits a field that counts as `fallback` while it is absent. */
export const controlOf = ({ kind, options }: Field, fallback: unknown): MakeControl =>
  kind === 'choice' && fallback !== undefined && options.length <= MOST_SEGMENTS
    ? segments
    : controls[kind]
