import type { Picture } from '../picture.ts'

export async function repair(
  _upscaled: Picture,
  _source: Picture,
  _suspect: Uint8Array,
  _scale: number,
): Promise<void> {}
