import type { InferenceSession } from 'onnxruntime-web'

/** How a network is run: on a GPU, else on WASM. */
export const sessionOptions = (gpu: GPUDevice | undefined): InferenceSession.SessionOptions => ({
  executionProviders: gpu ? [{ name: 'webgpu', device: gpu }] : ['wasm'],
  graphOptimizationLevel: 'all',
  // All tiles have one shape, so each run reuses what the last one freed: an arena would only double the peak.
  enableCpuMemArena: false,
  enableMemPattern: false,
})
