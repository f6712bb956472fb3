import { expect, it } from 'vitest'
import { Sessions } from '../../workers/inference/sessions.ts'

it('a lost GPU is distinguished from a bad model', async (test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const sessions = new Sessions('webgpu')
  const { ort, session, device } = await sessions.load('span-x2', () => {})
  device.gpu?.destroy()
  await device.gpu?.lost
  const input = new ort.Tensor('float32', new Float32Array(3 * 16 * 16), [1, 3, 16, 16])
  const failure = await session.run({ input }).then(
    async ({ output }) => output?.getData(),
    (error) => error,
  )
  expect(sessions.explain(failure)).toMatchObject({
    code: 'DEVICE_LOST',
    message: expect.stringMatching(/GPU failed/),
  })
})
