import type { Box, Size } from '../../../src/plan/size.ts'
import type { Plane } from '../../image/plane.ts'

/** Windows that show this share of what the best one shows are as good: their middle is taken. */
const ENOUGH = 0.995

/**
 * The window of an aspect ratio that shows most of a subject, as large as the image allows. Its sides may be fractions of
 * pixels.
 */
export function matteWindow(alpha: Plane, heads: Box[], ratio: Size): Box {
  const { width, height, values } = alpha
  const scale = Math.min(width / ratio.width, height / ratio.height)
  const window = { width: ratio.width * scale, height: ratio.height * scale }
  const [columns, rows] = [new Float64Array(width), new Float64Array(height)]
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    columns[i % width] = (columns[i % width] as number) + value
    const y = Math.floor(i / width)
    rows[y] = (rows[y] as number) + value
  }
  // Heads count as much as the whole subject: a window too small for a person shows the face.
  const weight = values.reduce((sum, value) => sum + value, 0) / heads.length
  for (const head of heads) {
    addSpan(columns, head.x, head.width, weight)
    addSpan(rows, head.y, head.height, weight)
  }
  return { x: bestStart(columns, window.width), y: bestStart(rows, window.height), ...window }
}

/** Spreads a weight over the columns or rows that a head covers. */
function addSpan(profile: Float64Array, from: number, length: number, weight: number): void {
  const start = Math.max(0, Math.floor(from))
  const end = Math.min(profile.length, Math.ceil(from + length))
  for (let i = start; i < end; i++) profile[i] = (profile[i] as number) + weight / (end - start)
}

/** Where a window of some length covers most of a profile. */
function bestStart(profile: Float64Array, length: number): number {
  const last = Math.max(0, profile.length - length)
  const starts = Array.from({ length: Math.ceil(last) + 1 }, (_, i) => Math.min(last, i))
  const before = [0]
  for (const value of profile) before.push((before.at(-1) as number) + value)
  const upTo = (at: number) => before[Math.min(profile.length, Math.round(at))] as number
  const covered = starts.map((start) => upTo(start + length) - upTo(start))
  const most = covered.reduce((a, b) => Math.max(a, b))
  const good = starts.filter((_, i) => (covered[i] as number) >= most * ENOUGH)
  return ((good.at(0) as number) + (good.at(-1) as number)) / 2
}
