import { expect, it } from 'vitest'
import { png } from '../../scripts/lib/pictures.ts'
import { metadata } from '../../workers/codecs/decode.ts'
import { gradient } from './pictures.ts'
import { run } from './run.ts'

it('a picture for the largest sheet is as large as asked', async () => {
  const url = await png(gradient(20, 28))
  const { record, blob } = await run({ url, print_size: 'B0', output_format: 'jpeg' })
  expect(record.details).toMatchObject({ width: 11_811, height: 16_701 })
  expect((await metadata(blob)).info).toMatchObject({ width: 11_811, height: 16_701 })
})
