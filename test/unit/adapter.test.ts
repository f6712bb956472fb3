import { expect, it } from 'vitest'
import { completeInfo, tellAdapter } from '../../workers/inference/adapter.ts'

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
