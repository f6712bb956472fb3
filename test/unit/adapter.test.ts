import { expect, it } from 'vitest'
import {
  completeInfo,
  describe,
  infoOf,
  isSoftware,
  tellAdapter,
} from '../../workers/inference/adapter.ts'

const subgroups = { subgroupMinSize: 4, subgroupMaxSize: 128 }
const apple = { vendor: 'apple', architecture: 'common-3', device: '', description: '' }
const whole = { ...apple, isFallbackAdapter: false, subgroupMinSize: 32, subgroupMaxSize: 32 }

it.each([
  ['Safari, and Chrome before 132: none', undefined, whole, whole],
  ['an iPhone: without subgroups', { ...apple }, completeInfo(apple), { ...apple, ...subgroups }],
  ['an iPhone whose device has none', undefined, completeInfo(apple), { ...apple, ...subgroups }],
  [
    'Chrome',
    { ...whole, subgroupMatrixConfigs: [] },
    completeInfo(),
    { subgroupMatrixConfigs: [] },
  ],
])(
  'onnxruntime reads what a device has, and is told what it lacks: %s',
  (_, own, info, expected) => {
    const device = { ...(own && { adapterInfo: own }) } as unknown as GPUDevice
    tellAdapter(device, info)
    expect(device.adapterInfo).toMatchObject(expected)
    if (own && 'subgroupMatrixConfigs' in own) expect(device.adapterInfo).toBe(own)
  },
)

const swiftshader = { vendor: 'google', architecture: 'swiftshader' }
const asked = (told: object) => ({ requestAdapterInfo: async () => told })
const refused = { requestAdapterInfo: () => Promise.reject(new Error('no')) }

it.each([
  ['Chrome', { info: { ...apple, isFallbackAdapter: true } }, true, 'apple common-3'],
  ['Chrome, hardware', { info: { ...apple, isFallbackAdapter: false } }, false, 'apple common-3'],
  ['Chrome before 136', { info: apple, isFallbackAdapter: true }, true, 'apple common-3'],
  [
    'Chrome before 136, hardware',
    { info: apple, isFallbackAdapter: false },
    false,
    'apple common-3',
  ],
  ['Chrome before 127', asked(swiftshader), true, 'google swiftshader'],
  ['Chrome before 127, hardware', asked(apple), false, 'apple common-3'],
  ['one that refuses to tell', { ...refused, isFallbackAdapter: true }, true, ''],
  ['one that tells nothing', {}, false, ''],
])('an adapter is software by what it tells: %s', async (_, adapter, software, words) => {
  const info = await infoOf(adapter as GPUAdapter)
  expect([isSoftware(info), describe(info)]).toEqual([software, words])
})
