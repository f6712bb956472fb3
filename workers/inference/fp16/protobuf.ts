/** A field of a protocol buffer, as it is stored. */
export interface Field {
  number: number
  /** Of a varint the number, of a length-delimited field its bytes; others are kept as they are. */
  value: number | Uint8Array
  /** The whole field with its tag. */
  bytes: Uint8Array
}

const [VARINT, FIXED64, DELIMITED, FIXED32] = [0, 1, 2, 5]

/**
 * Splits a message into its fields, in their order, without copying them.
 * @throws RangeError where it ends too early, or has a field of an unknown type.
 */
export function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('a message that ends too early')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const take = (length: number) => {
    if (at + length > message.length) throw new RangeError('a message that ends too early')
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const start = at
    const tag = varint()
    const value = read(tag % 8)
    fields.push({ number: Math.floor(tag / 8), value, bytes: message.subarray(start, at) })
  }
  return fields

  function read(type: number): number | Uint8Array {
    if (type === VARINT) return varint()
    if (type === DELIMITED) return take(varint())
    if (type === FIXED32) return take(4)
    if (type === FIXED64) return take(8)
    throw new RangeError(`a field of type ${type}`)
  }
}

/** A varint or a length-delimited field. */
function field(number: number, value: number | Uint8Array): Field {
  if (typeof value === 'number') {
    const bytes = Uint8Array.from([...varintOf(number * 8 + VARINT), ...varintOf(value)])
    return { number, value, bytes }
  }
  const head = [...varintOf(number * 8 + DELIMITED), ...varintOf(value.length)]
  const bytes = new Uint8Array(head.length + value.length)
  bytes.set(head)
  bytes.set(value, head.length)
  return { number, value, bytes }
}

/** The message of some fields. */
export function messageOf(fields: Field[]): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(fields.reduce((sum, { bytes }) => sum + bytes.length, 0))
  let at = 0
  for (const { bytes } of fields) {
    message.set(bytes, at)
    at += bytes.length
  }
  return message
}

/** A message whose fields of one number are replaced. */
export const replaceFields = (
  message: Uint8Array,
  replacements: Record<number, (value: number | Uint8Array) => number | Uint8Array>,
): Uint8Array<ArrayBuffer> =>
  messageOf(
    fieldsOf(message).map((each) => {
      const replacement = replacements[each.number]
      return replacement ? field(each.number, replacement(each.value)) : each
    }),
  )

function varintOf(value: number): number[] {
  const bytes: number[] = []
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128)
  return [...bytes, value]
}
