import { expect, it } from 'vitest'
import { draw, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { DarkroomOptions } from '../../src/index.ts'
import { type OwnModels, redKeeper } from './custom-models.ts'
import { darkroomWith, run } from './run.ts'

/** Red on the left, green on the right, so no salient object. */
const halves = () => png(draw(96, 64, (x) => (x < 48 ? [220, 30, 40] : [30, 200, 60])))

async function keeps(models: DarkroomOptions['models'], remove: 'v2' | 'human' | 'auto') {
  const request = { url: await halves(), background: { remove }, output_format: 'png' } as const
  const { record, blob } = await run(request, { provider: 'wasm', ...(models && { models }) })
  const { data } = await fromPng(blob)
  const alpha = (x: number) => data[(32 * 96 + x) * 4 + 3]
  return { left: alpha(12), right: alpha(84), model: record.details?.steps[1]?.model }
}

const imageNet = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const

it.each([
  ['IS-Net', 48, {}],
  ['U2-Net', 32, { ...imageNet, stretched: true }],
] as const)(
  'v2 takes a model of the %s family that the application has',
  async (name, side, how) => {
    const models = { [name]: await redKeeper(side, how) }
    expect(await keeps(models, 'v2')).toEqual({ left: 255, right: 0, model: name })
  },
)

it('human uses a model for people, auto and v2 do not', async () => {
  const models = { people: await redKeeper(16, { use: 'human' }) }
  expect((await keeps(models, 'human')).model).toBe('people')
  for (const remove of ['auto', 'v2'] as const) {
    const request = { url: await halves(), background: { remove } }
    const plan = await darkroomWith({ provider: 'wasm', models }).plan(request)
    expect(plan.models.map(({ name }) => name)).not.toContain('people')
  }
})

it('a models.json may declare them, with URLs relative to it', async () => {
  const { url, ...model } = await redKeeper(24, {})
  const json = new Blob([JSON.stringify({ keeper: { ...model, url } })])
  expect((await keeps(URL.createObjectURL(json), 'v2')).model).toBe('keeper')
})

it('a models.json that cannot be fetched is a NETWORK error', async () => {
  const absent = 'http://localhost:1/models.json'
  await expect(keeps(absent, 'v2')).rejects.toMatchObject({ code: 'NETWORK' })
})

it.each([
  ['a wrong hash', { sha256: '0'.repeat(64) }, /SHA-256/],
  ['no width', { width: undefined }, /models\.keeper\.width/],
])('is refused with %s', async (_, wrong, message) => {
  const models = { keeper: { ...(await redKeeper(20, {})), ...wrong } as OwnModels[string] }
  await expect(keeps(models, 'v2')).rejects.toMatchObject({
    code: 'MODEL',
    message: expect.stringMatching(message),
  })
})
