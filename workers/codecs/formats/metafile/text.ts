import type { Font, Matrix, Text } from './commands.ts'
import { apply } from './mapping.ts'
import { type Context, css } from './paint.ts'
import type { State } from './state.ts'

/** Character sets of LOGFONT (MS-WMF 2.1.1.5) as the encodings that browsers know. */
const ENCODINGS: Record<number, string> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

const OPAQUE = 2
const FILLED_BOX = 2
const CLIPPED = 4
const TWO_ADVANCES = 0x2000

/** Letters of a font whose height is that of its lines are about this much of it. */
const LETTERS = 0.87

/** Draws text. `matrix` leads from logical units to pixels, `scale` is its pixels a unit. */
export function drawText(
  context: Context,
  text: Text,
  state: State,
  matrix: Matrix,
  scale: number,
): void {
  const { font, settings, textColor, backColor } = state
  const characters =
    typeof text.characters === 'string'
      ? text.characters
      : new TextDecoder(ENCODINGS[font.charset] ?? 'windows-1252').decode(text.characters)
  const size = (font.height < 0 ? -font.height : font.height * LETTERS || 12) * scale
  context.save()
  if (text.box && text.options & (FILLED_BOX | CLIPPED)) {
    const [left, top, right, bottom] = text.box
    const [x, y] = apply(matrix, [left, top])
    const [u, v] = apply(matrix, [right, bottom])
    const box = new Path2D()
    box.rect(x, y, u - x, v - y)
    context.fillStyle = css(backColor)
    if (text.options & FILLED_BOX) context.fill(box)
    if (text.options & CLIPPED) context.clip(box)
  }
  const at = settings.textAlign & 1 ? state.position : text.at
  context.translate(...apply(matrix, at))
  const direction = Math.atan2(matrix[1], matrix[0])
  context.rotate(direction - (font.escapement / 1800) * Math.PI)
  context.font = cssFont(font, size)
  const advances = text.options & TWO_ADVANCES ? [] : text.advances.map((step) => step * scale)
  const places = placesOf(context, characters, advances)
  const width = places.at(-1) ?? 0
  const x = start(settings.textAlign, width)
  const y = baseline(context, settings.textAlign)
  if (settings.backMode === OPAQUE && !(text.options & FILLED_BOX)) {
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = context.measureText('x')
    context.fillStyle = css(backColor)
    context.fillRect(x, y - up, width, up + down)
  }
  context.fillStyle = css(textColor)
  write(context, characters, advances.length > 0 ? places : undefined, x, y)
  if (font.underline) context.fillRect(x, y + size * 0.1, width, Math.max(1, size * 0.06))
  if (font.strikeOut) context.fillRect(x, y - size * 0.3, width, Math.max(1, size * 0.06))
  context.restore()
}

function cssFont({ face, italic, weight }: Font, size: number): string {
  const family = face.replace(/["\\\n]/g, '')
  const bold = Math.min(1000, Math.max(1, weight || 400))
  return `${italic ? 'italic ' : ''}${bold} ${Math.max(0.1, size)}px "${family}", sans-serif`
}

/** Where each character ends, from the beginning of the text. */
function placesOf(context: Context, characters: string, advances: number[]): number[] {
  if (advances.length === 0) return [context.measureText(characters).width]
  let end = 0
  return advances.slice(0, characters.length).map((advance) => {
    end += advance
    return end
  })
}

function start(align: number, width: number): number {
  if ((align & 6) === 6) return -width / 2
  return align & 2 ? -width : 0
}

function baseline(context: Context, align: number): number {
  if ((align & 24) === 24) return 0
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x')
  return align & 8 ? -fontBoundingBoxDescent : fontBoundingBoxAscent
}

function write(
  context: Context,
  characters: string,
  ends: number[] | undefined,
  x: number,
  y: number,
) {
  if (!ends) {
    context.fillText(characters, x, y)
    return
  }
  for (let i = 0; i < characters.length; i++) {
    context.fillText(characters.charAt(i), x + (i > 0 ? (ends[i - 1] ?? 0) : 0), y)
  }
}
