/** On the device itself: the GPU's part is a script of its own, with modules of its own. */
type Watched = GPUDevice & { darkroomRefused?: string | undefined }

/** Remembers what a GPU refuses without telling those who asked: results that depend on it are zeros. */
export function watchRefusals(gpu: Watched): void {
  gpu.addEventListener('uncapturederror', ({ error }) => {
    gpu.darkroomRefused = error.message
  })
}

/** @throws Error, once, where a GPU has refused something. */
export function assertNothingRefused(gpu: Watched | undefined): void {
  const message = gpu?.darkroomRefused
  if (gpu === undefined || message === undefined) return
  gpu.darkroomRefused = undefined
  throw new Error(message)
}

/** Forgets what was refused to an attempt whose failure is known: it is no failure of the next one. */
export async function forgetRefusals(gpu: Watched | undefined): Promise<void> {
  await gpu?.queue.onSubmittedWorkDone().catch(() => undefined)
  if (gpu) gpu.darkroomRefused = undefined
}
