import { expect, it } from 'vitest'
import { createDarkroom } from '../../src/index.ts'
import type { Sample } from '../grid.ts'
import { mutated, randomFrom } from '../mutate.ts'

const FOLDER = '/shared-data/formats/good'
const SEED = 20_261_121
const MUTATIONS = 250
const ANSWERS = ['a picture', 'UNIDENTIFIED_IMAGE', 'TOO_LARGE']

const samples: Sample[] = await (await fetch(`${FOLDER}/manifest.json`)).json()

it(`${MUTATIONS} mutated files of all formats end in an image or an error, in one page (seed ${SEED})`, {
  timeout: 600_000,
}, async () => {
  console.log(`seed ${SEED}, ${samples.length} files`)
  const darkroom = createDarkroom({ persist: false, provider: 'wasm', limits: { decodedPixels: 8e6 } }) // biome-ignore format: a line
  const random = randomFrom(SEED)
  const failures: string[] = []
  for (let i = 0; i < MUTATIONS; i++) {
    const { file } = samples[Math.floor(random() * samples.length)] as Sample
    const bytes = new Uint8Array(await (await fetch(`${FOLDER}/${file}`)).arrayBuffer())
    const request = { url: new Blob([mutated(bytes, random)]), width: 16, output_format: 'png' } as const // biome-ignore format: a line
    const answer = await darkroom.run(request).then(
      ({ job }) => darkroom.deleteResult(job).then(() => 'a picture'),
      (error) => `${error.code}: ${error.message}`,
    )
    if (!ANSWERS.includes(answer.split(':')[0] as string)) failures.push(`${i} ${file}: ${answer}`)
  }
  darkroom.dispose()
  expect(failures).toEqual([])
})
