import { describe, expect, it } from 'vitest'
import { psnr } from '../../bench/lib/psnr.ts'
import { decoded, encoded, fromPng } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { facesIn } from './faces.ts'
import { needed } from './pictures.ts'
import { blurry, middle, restored } from './restoring-networks.ts'
import { run } from './run.ts'

const jpeg = async (image: ImageData, quality = 0.4) =>
  decoded(await encoded(image, 'image/jpeg', quality))

describe('deblur of a compressed photograph', () => {
  it.for(['03', '15'])('removes its blocks too: kodim%s', async (number, test) => {
    const truth = await middle(number, test)
    const given = await jpeg(await blurry(truth))
    const { record, image } = await restored(given, { enhancements: ['deblur'] })
    expect(record.details?.steps[1]?.model).toBe('restore-soft, restore, deblur-compressed')
    expect(psnr(image, truth)).toBeGreaterThan(psnr(given, truth) + 1)
  })

  it('does not bring out the grain of an old print', async (test) => {
    const url = await needed('real/oldphoto2.png', test)
    const request = { url, enhancements: ['deblur'], width: '200%' } as ProcessingRequest
    const { record } = await run(request)
    expect(record.warnings).toMatchObject([{ code: 'LIMITED', path: 'enhancements' }])
    const { choice } = record.details?.steps.find(({ operation }) => operation === 'upscale') ?? {}
    expect(choice).toMatchObject({ mode: 'restore', why: 'noisy' })
  })
})

it('auto_enhance restores a compressed portrait, but for the face, which it cleans', async (test) => {
  const url = await needed('real/Lincoln.png', test)
  const request = { url, preset: 'auto_enhance', output_format: 'png' } as ProcessingRequest
  const { record, blob } = await run(request)
  const image = await fromPng(blob)
  const step = record.details?.steps.find(({ operation }) => operation === 'upscale')
  expect(step).toMatchObject({ choice: { mode: 'restore', why: 'compressed' } })
  expect(step?.model).toBe('restore-x4, blazeface, clean, span-x4')
  const [face] = await facesIn(image)
  if (!face) throw new Error('the face was lost')
})
