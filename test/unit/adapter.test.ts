import { expect, it } from 'vitest'
import {
  completeInfo,
  describe,
  infoOf,
  isSoftware,
  refusal,
  tellAdapter,
} from '../../workers/inference/adapter.ts'
import { isWorn } from '../../workers/inference/wear.ts'

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

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const webkit = 'WebKit without JSPI is reported to take gigabytes for WebGPU'

it.each([
  ['Safari', `${WEBKIT} Version/26.0 Safari/605.1.15`, false, webkit],
  ['Safari with JSPI', `${WEBKIT} Version/27.0 Safari/605.1.15`, true, undefined],
  ['Chrome on an iPhone', `${WEBKIT} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, false, webkit],
  ['Firefox on an iPhone', `${WEBKIT} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, false, webkit],
  ['WebKitGTK', `${WEBKIT} Version/18.0 Safari/605.1.15`, false, webkit],
  [
    'Chrome',
    'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    true,
    undefined,
  ],
  ['Chrome 130', 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0', false, undefined],
  ['Firefox', 'Gecko/20100101 Firefox/145.0', false, undefined],
])('WebGPU waits for JSPI in WebKit alone: %s', (_, userAgent, hasJspi, why) => {
  expect(refusal(completeInfo(apple), { userAgent, hasJspi })).toBe(why)
})

it.each([
  ['Safari after some runs', `${WEBKIT} Version/26.0 Safari/605.1.15`, 199, false],
  ['Safari after hundreds', `${WEBKIT} Version/26.0 Safari/605.1.15`, 200, true],
  ['Chrome on an iPhone', `${WEBKIT} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 300, true],
  ['Chrome', 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0', 9_000, false],
  ['Firefox', 'Gecko/20100101 Firefox/145.0', 9_000, false],
])('workers are replaced in WebKit alone: %s', (_, userAgent, runs, worn) => {
  expect(isWorn({ userAgent, runs })).toBe(worn)
})

it('a software adapter is refused in each browser', () => {
  const browser = { userAgent: 'Gecko/20100101 Firefox/145.0', hasJspi: true }
  expect(refusal(completeInfo(swiftshader), browser)).toBe('the only GPU adapter is software')
})
