import { expect, it } from 'vitest'
import { checkpoint } from '../../workers/checkpoint.ts'

it('checkpoints at once all resolve', async () => {
  const { signal } = new AbortController()
  const all = Promise.all([checkpoint(signal), checkpoint(signal), checkpoint(signal)])
  const timeout = new Promise((_, reject) => setTimeout(reject, 1000, new Error('one hangs')))
  await Promise.race([all, timeout])
})

it('rejects once the signal is aborted', async () => {
  const controller = new AbortController()
  const waiting = checkpoint(controller.signal)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
})
