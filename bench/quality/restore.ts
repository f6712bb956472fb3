import { bicubic, crop, decoded, shared } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { psnr } from '../lib/psnr.ts'
import type { Section } from './section.ts'

const SCALE = 4
/** Images of which a side is longer than the first are cropped to their middle of the second, in pixels. */
const [LONGEST, MIDDLE] = [400, 256]

/** Truly degraded images that no training has read, by their paths in the shared data. */
const degraded = [
  'real/0014.jpg',
  'real/Lincoln.png',
  'real/building.png',
  'real/chip.png',
  'real/dog.png',
  'real/oldphoto2.png',
  'real/ppt3.png',
  'faces/degraded-crop-1.png',
]

export async function degradedImage(seed: number): Promise<ImageData> {
  const file = (await shared(degraded[seed] as string)) as Blob
  const image = await decoded(file)
  const { width, height } = image
  if (Math.max(width, height) <= LONGEST) return image
  return crop(file, (width - MIDDLE) >> 1, (height - MIDDLE) >> 1, MIDDLE, MIDDLE)
}

/** What Real-ESRGAN x4plus made of it: `models/build/restore/agreement.py` stores its answers. */
async function teacherAnswer(seed: number): Promise<ImageData> {
  const name = degraded[seed]?.replace(/.*\/|\.\w+$/g, '')
  return decoded(await (await fetch(`/answers/${name}.png`)).blob())
}

/** The mean absolute difference of neighbors, of red, green and blue. */
function meanGradient({ data, width, height }: ImageData): number {
  let sum = 0
  for (let y = 1; y < height; y++) {
    for (let i = (y * width + 1) * 4; i < (y + 1) * width * 4; i++) {
      if (i % 4 === 3) continue
      const value = data[i] as number
      sum += Math.abs(value - (data[i - 4] as number))
      sum += Math.abs(value - (data[i - 4 * width] as number))
    }
  }
  return sum / (6 * (width - 1) * (height - 1))
}

const enlarged = (mode: 'faithful' | 'restore' | 'auto'): ProcessingRequest => ({
  width: `${100 * SCALE}%`,
  upscale_parameters: { mode },
})

export const restore: Record<string, Section> = {
  restore: {
    about:
      'Agreement with Real-ESRGAN x4plus on truly degraded images, four times as large: PSNR in dB over red, green and blue, and the mean gradient as a share of that of x4plus.',
    pictures: 'degraded',
    needs: ['real', 'faces'],
    count: degraded.length,
    columns: ['PSNR', 'gradients'],
    worstFrom: 0,
    rows: (['bicubic', 'faithful', 'restore', 'auto'] as const).map((name) => ({
      name,
      async measure(image, seed, develop) {
        const { width, height } = image
        const answer = await teacherAnswer(seed)
        const result =
          name === 'bicubic'
            ? await bicubic(image, SCALE * width, SCALE * height)
            : await develop(image, enlarged(name))
        return [psnr(result, answer), meanGradient(result) / meanGradient(answer)]
      },
    })),
  },
}
