import {
  type CompletedJob,
  createDarkroom,
  type Darkroom,
  isDarkroomError,
  type ProcessingRequest,
} from 'darkroom-web'
import { useEffect, useRef, useState } from 'react'

export interface DarkroomState {
  /** The last result, also while the next one is on its way. */
  result?: CompletedJob
  error?: string
  running: boolean
  /** From 0 to 1. */
  progress: number
}

/**
 * Runs a request whenever it changes, and cancels the one before it. The request must keep its identity between renders:
 * hold it in a state, or make it with `useMemo`.
 */
export function useDarkroom(request: ProcessingRequest | undefined): DarkroomState {
  const [darkroom, setDarkroom] = useState<Darkroom>()
  const [state, setState] = useState<DarkroomState>({ running: false, progress: 0 })
  const shown = useRef<CompletedJob>(undefined)

  // StrictMode mounts twice. The first Darkroom costs nothing: workers start with the first job.
  useEffect(() => {
    const created = createDarkroom()
    setDarkroom(created)
    return () => created.dispose()
  }, [])

  useEffect(() => {
    if (!darkroom || !request) return
    const controller = new AbortController()
    const { signal } = controller
    const update = (change: Partial<DarkroomState>) =>
      !signal.aborted && setState((state) => ({ ...state, ...change }))

    update({ running: true, progress: 0, error: undefined })
    darkroom
      .run(request, { signal, onProgress: ({ overall_ratio: progress }) => update({ progress }) })
      .then((result) => {
        // A result is in memory until it is deleted.
        const outdated = signal.aborted ? result : shown.current
        if (!signal.aborted) shown.current = result
        update({ result, running: false, progress: 1 })
        return outdated && darkroom.deleteResult(outdated)
      })
      .catch((error) => {
        update({ error: isDarkroomError(error) ? error.message : String(error), running: false })
      })
    return () => controller.abort()
  }, [darkroom, request])

  return state
}
