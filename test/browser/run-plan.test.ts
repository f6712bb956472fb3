import { expect, it } from 'vitest'
import type { LocalPlan } from '../../src/plan/plan.ts'
import { Engine } from '../../workers/engine.ts'

it('an unexpected error of a step is reported as INTERNAL', async () => {
  const plan = {
    source: { format: 'pixels', width: 4, height: 4 },
    steps: [{ op: 'nonsense' }],
    output: { format: 'png', quality: 100, exif: false },
  } as unknown as LocalPlan
  const inputs = { source: { image: new ImageData(4, 4) } }
  await expect(new Engine().run(1, inputs, plan, {}, () => {})).rejects.toMatchObject({
    code: 'INTERNAL',
  })
})
