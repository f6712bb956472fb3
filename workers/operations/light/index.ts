import type { Step } from '../../../src/contract/plan/steps.ts'
import type { Operation } from '../operation.ts'
import { contrast } from './light-contrast.ts'
import { fusion } from './light-fusion.ts'
import { local } from './light-local.ts'
import { relight } from './relight.ts'

type Light = Extract<Step, { op: 'light' }>

const methods = { contrast, hdr_light: local, hdr_light_advanced: fusion }

/** Changes luma only; colours follow by one factor a pixel. In place. */
const light: Operation<Light> = async (picture, { type, level }, context) => {
  if (level === 0) return picture
  const wanted = await methods[type](picture, context)
  await relight(picture, wanted, level, context, [0.3, 1])
  return picture
}

export default light
