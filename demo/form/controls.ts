import { choice } from './choice.ts'
import { colour } from './colour.ts'
import type { MakeControl } from './control.ts'
import type { Kind } from './field.ts'
import { flag } from './flag.ts'
import { level } from './level.ts'
import { pictures, tuple } from './list.ts'
import { many } from './many.ts'
import { picture } from './picture.ts'
import { place } from './place.ts'
import { text } from './text.ts'

/** What edits each kind of field. */
export const controls: Record<Kind, MakeControl> = {
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
