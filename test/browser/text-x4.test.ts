import { expect, it } from 'vitest'
import { psnr } from '../../bench/lib/psnr.ts'
import { fonts, page } from '../../bench/lib/text-page.ts'
import { bicubic, fromPng, png } from '../../scripts/lib/pictures.ts'
import { run } from './run.ts'

async function enlarged(image: ImageData, type: 'v1' | 'text_x4'): Promise<ImageData> {
  const { blob } = await run({
    url: await png(image),
    width: '400%',
    upscale_parameters: { type },
    output_format: 'png',
  })
  return fromPng(blob)
}

it.each(Object.keys(fonts) as (keyof typeof fonts)[])(
  'text_x4 is better than v1 by 1 dB on a %s font it has never seen',
  async (font) => {
    const truth = await page(font, 384, 320, 3)
    const small = await bicubic(truth, 96, 80)
    const [plain, text] = [await enlarged(small, 'v1'), await enlarged(small, 'text_x4')]
    expect(psnr(text, truth)).toBeGreaterThan(psnr(plain, truth) + 1)
  },
)
