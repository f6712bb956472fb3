import * as v from 'valibot'
import { DarkroomError } from '../../src/shared/errors.ts'
import type { CustomModel } from '../../src/shared/worker/custom-models.ts'

const color = v.strictTuple([v.number(), v.number(), v.number()])
const side = v.pipe(v.number(), v.integer(), v.minValue(1))
const entries = v.record(
  v.string(),
  v.object({
    use: v.picklist(['background', 'human', 'face']),
    url: v.string(),
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    bytes: side,
    width: side,
    height: side,
    mean: color,
    deviation: color,
    stretched: v.optional(v.boolean(), false),
  }),
)

/** @throws DarkroomError MODEL that names the first field that is not valid. */
export function validateModels(value: unknown): Record<string, CustomModel> {
  const { output, issues, success } = v.safeParse(entries, value)
  if (success) return output
  const [issue] = issues
  throw new DarkroomError('MODEL', `models.${v.getDotPath(issue) ?? ''}: ${issue.message}`)
}
