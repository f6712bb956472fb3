import type { Step } from '../../../src/contract/plan/steps.ts'
import type { Operation } from '../operation.ts'
import { contrast } from './light-contrast.ts'
import { fusion } from './light-fusion.ts'
import { local } from './light-local.ts'
import { relight } from './relight.ts'

type Light = Extract<Step, { op: 'light' }>

const methods = { contrast, hdr_light: local, hdr_light_advanced: fusion }

/** Changes luma only; colours follow by one factor a pixel. In place. */
const light: Operation<Light> = async (image, { type, level }, context) => {
  if (level === 0) return image
  const wanted = await methods[type](image, context)
  await relight(image, wanted, level, context, [0.3, 1])
  return image
}

export default light
