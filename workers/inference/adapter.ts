/** What an adapter says of itself. */
export const describe = ({ info }: GPUAdapter) =>
  [info.vendor, info.architecture, info.device, info.description].filter(Boolean).join(' ')

/** Whether an adapter computes on the CPU: such a GPU is far slower than WASM. */
export const isSoftware = (adapter: GPUAdapter) =>
  adapter.info.isFallbackAdapter ||
  /swiftshader|llvmpipe|lavapipe|software|basic render/i.test(describe(adapter))
