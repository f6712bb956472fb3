/** A progressive JPEG of gray pixels with any number of scans, whose samples are missing: decoders go on nevertheless. */
export function manyScans(side: number, scans: number): Uint8Array<ArrayBuffer> {
  const [high, low] = [side >> 8, side & 255]
  const segment = (marker: number, ...body: number[]) => [0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body] // biome-ignore format: bytes
  const counts = [1, ...Array<number>(15).fill(0)]
  const head = [
    0xff,
    0xd8,
    ...segment(0xdb, 0, ...Array<number>(64).fill(16)),
    ...segment(0xc2, 8, high, low, high, low, 1, 1, 0x11, 0),
    ...segment(0xc4, 0x00, ...counts, 0),
    ...segment(0xc4, 0x10, ...counts, 0),
    ...segment(SCAN, 1, 1, 0, 0, 0, 0),
    0,
  ]
  const scan = [...segment(SCAN, 1, 1, 0, 1, 63, 0), 0]
  const bytes = new Uint8Array(head.length + (scans - 1) * scan.length + 2)
  bytes.set(head)
  for (let i = 0; i < scans - 1; i++) bytes.set(scan, head.length + i * scan.length)
  bytes.set([0xff, 0xd9], bytes.length - 2)
  return bytes
}

const SCAN = 0xda
