const refused = new WeakMap<GPUDevice, string>()

/** Remembers what a GPU refuses without telling those who asked: results that depend on it are zeros. */
export function watchRefusals(gpu: GPUDevice): void {
  gpu.addEventListener('uncapturederror', ({ error }) => refused.set(gpu, error.message))
}

/** @throws Error, once, where a GPU has refused something. */
export function assertNothingRefused(gpu: GPUDevice | undefined): void {
  const message = gpu && refused.get(gpu)
  if (message === undefined) return
  refused.delete(gpu as GPUDevice)
  throw new Error(message)
}

/** Forgets what was refused to an attempt whose failure is known: it is no failure of the next one. */
export async function forgetRefusals(gpu: GPUDevice | undefined): Promise<void> {
  await gpu?.queue.onSubmittedWorkDone().catch(() => undefined)
  if (gpu) refused.delete(gpu)
}
