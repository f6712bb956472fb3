import type { Box, Size } from '../../src/plan/size.ts'

/** The AVIF with a property `clap` of its first item: the part of `size` that is shown (ISO/IEC 14496-12, 12.1.4). */
export async function withAperture(avif: Blob, size: Size, part: Box): Promise<Blob> {
  let bytes = new Uint8Array(await avif.arrayBuffer())
  const find = (type: string) => new TextDecoder('latin1').decode(bytes).indexOf(type) - 4
  const view = () => new DataView(bytes.buffer)
  const insert = (at: number, added: Uint8Array, parents: string[]) => {
    for (const at of parents.map(find)) view().setUint32(at, view().getUint32(at) + added.length)
    bytes = new Uint8Array([...bytes.subarray(0, at), ...added, ...bytes.subarray(at)])
  }
  const ipco = find('ipco')
  const end = ipco + view().getUint32(ipco)
  let count = 0
  for (let at = ipco + 8; at < end; at += view().getUint32(at)) count++
  insert(end, clap(size, part), ['meta', 'iprp', 'ipco'])
  // Before the item's turn. The highest bit says that readers must know the property.
  const numbers = find('ipma') + 18
  const after = (bytes[numbers] as number) - (find('irot') > 0 ? 1 : 0)
  bytes[numbers] = (bytes[numbers] as number) + 1
  insert(numbers + 1 + after, new Uint8Array([0x80 | (count + 1)]), ['meta', 'iprp', 'ipma'])
  moveItems(view(), find('iloc'), 41)
  return new Blob([bytes], { type: avif.type })
}

function clap(size: Size, { x, y, width, height }: Box): Uint8Array {
  const data = new DataView(new ArrayBuffer(40))
  // The offsets are between the centers, in halves.
  const offsets = [2 * x + width - size.width, 2, 2 * y + height - size.height, 2]
  const values = [40, 0x636c6170, width, 1, height, 1, ...offsets]
  for (const [i, value] of values.entries()) data.setInt32(i * 4, value)
  return new Uint8Array(data.buffer)
}

/** Items of 14 bytes, whose offset is the one before the last field. */
function moveItems(data: DataView, iloc: number, by: number): void {
  for (let at = iloc + 16 + 6; at < iloc + data.getUint32(iloc); at += 14) {
    data.setUint32(at, data.getUint32(at) + by)
  }
}
