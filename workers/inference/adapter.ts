/**
 * What Darkroom and onnxruntime read of an adapter, as the standard has it where nothing is known. onnxruntime aborts on a
 * device that says nothing of itself, and takes a size that is missing for 0.
 */
const unknown = {
  vendor: '',
  architecture: '',
  device: '',
  description: '',
  isFallbackAdapter: false,
  subgroupMinSize: 4,
  subgroupMaxSize: 128,
}
export type AdapterInfo = typeof unknown

/** What is told of an adapter, by the first that tells it: browsers lack properties of their own choice. */
export function completeInfo(...told: (Partial<AdapterInfo> | undefined)[]): AdapterInfo {
  const names = Object.keys(unknown) as (keyof AdapterInfo)[]
  const entries = names.map((name) => {
    const teller = told.find((each) => each?.[name] !== undefined)
    return [name, (teller ?? unknown)[name]]
  })
  return Object.fromEntries(entries)
}

/** Properties that browsers had before the standard. */
interface EarlyAdapter {
  isFallbackAdapter?: boolean
  requestAdapterInfo?(): Promise<Partial<AdapterInfo>>
}

/** What an adapter says of itself. Chrome before 127 has to be asked, and before 136 has what is a fallback elsewhere. */
export async function infoOf(adapter: GPUAdapter): Promise<AdapterInfo> {
  const { info }: Partial<GPUAdapter> = adapter
  const early = adapter as EarlyAdapter
  const told = info ?? (await early.requestAdapterInfo?.().catch(() => undefined))
  return completeInfo(told, early)
}

/** An adapter in words. */
export const describe = ({ vendor, architecture, device, description }: AdapterInfo) =>
  [vendor, architecture, device, description].filter(Boolean).join(' ')

/** Whether an adapter computes on the CPU: such a GPU is far slower than WASM. */
export const isSoftware = (info: AdapterInfo) =>
  info.isFallbackAdapter ||
  /swiftshader|llvmpipe|lavapipe|software|basic render/i.test(describe(info))

/** Whether the browser can wait for promises inside WebAssembly, so that a smaller runtime does. */
export const hasJspi = () => 'Suspending' in WebAssembly

/** Chrome on iOS is WebKit too, and calls itself CriOS. */
export const isWebKit = (userAgent: string) =>
  userAgent.includes('AppleWebKit/') && !userAgent.includes('Chrome/')

/** Why `auto` leaves a GPU alone, if it does. */
export function refusal(
  info: AdapterInfo,
  browser: { userAgent: string; hasJspi: boolean },
): string | undefined {
  if (isSoftware(info)) return 'the only GPU adapter is software'
  if (isWebKit(browser.userAgent) && !browser.hasJspi)
    return 'WebKit without JSPI is reported to take gigabytes for WebGPU'
  return undefined
}

/** Tells onnxruntime of the adapter where the browser does not: Safari, and Chrome before 132. */
export function tellAdapter(device: GPUDevice, info: AdapterInfo): void {
  const { adapterInfo } = device as { adapterInfo?: GPUAdapterInfo }
  if (adapterInfo?.subgroupMinSize !== undefined && adapterInfo.subgroupMaxSize !== undefined)
    return
  Object.defineProperty(device, 'adapterInfo', { value: completeInfo(adapterInfo, info) })
}
