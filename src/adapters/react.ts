/**
 * A hook for React.
 * @module darkroom-web/react
 */
import { useEffect, useRef, useState } from 'react'
import { createDarkroom } from '../create-darkroom.ts'
import type { Darkroom } from '../darkroom.ts'
import type { CompletedJob } from '../jobs/record.ts'
import type { ProcessingRequest } from '../request/schema.ts'
import { asDarkroomError, type DarkroomError } from '../shared/errors.ts'
import { isSameRequest } from './same-request.ts'

export interface UseDarkroomOptions {
  /** One that components share. Default: one of the component's own, which is disposed of with it. */
  darkroom?: Pick<Darkroom, 'run' | 'deleteResult'> | undefined
}

export interface DarkroomState {
  /** The last result, also while the next one is on its way. Its URL ends with the component. */
  result?: CompletedJob
  error?: string
  /** The code of that error. */
  code?: DarkroomError['code']
  running: boolean
  /** From 0 to 1. */
  progress: number
}

type Requested = ProcessingRequest | undefined

/** The Darkroom that a component uses, and the result that it shows. */
interface Held {
  given: UseDarkroomOptions['darkroom']
  darkroom: Pick<Darkroom, 'run' | 'deleteResult'>
  dispose?: () => void
  isUsed?: boolean
  shown?: { request: Requested; result: CompletedJob } | undefined
}

const IDLE: DarkroomState = { running: false, progress: 0 }

/**
 * Runs a request whenever it changes, and cancels the one before it. A request with the same fields is the same; files and
 * other objects in it are compared by their identity. Without a request there is no result.
 *
 * @example
 * const { result, error, progress } = useDarkroom({ url: file, width: '200%' })
 */
export function useDarkroom(request: Requested, options: UseDarkroomOptions = {}): DarkroomState {
  const { darkroom: given } = options
  const [wanted, setWanted] = useState(request)
  const [state, setState] = useState(IDLE)
  const held = useRef<Held>(undefined)
  if (!isSameRequest(wanted, request)) setWanted(request)

  useEffect(() => {
    if (!held.current || held.current.given !== given) {
      held.current = hold(given)
      setState(IDLE)
    }
    const mine = held.current
    mine.isUsed = true
    return () => {
      mine.isUsed = false
      // StrictMode and Fast Refresh run effects again at once: the Darkroom and its result stay.
      queueMicrotask(() => {
        if (mine.isUsed) return
        show(mine, undefined)
        mine.dispose?.()
        if (held.current === mine) held.current = undefined
      })
    }
  }, [given])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `given` changes what is held
  useEffect(() => {
    const mine = held.current as Held
    if (!wanted) {
      show(mine, undefined)
      return setState(IDLE)
    }
    if (mine.shown && isSameRequest(mine.shown.request, wanted)) {
      return setState({ result: mine.shown.result, running: false, progress: 1 })
    }
    const controller = new AbortController()
    const { signal } = controller
    const onProgress = ({ overall_ratio: progress }: { overall_ratio: number }) => {
      if (!signal.aborted) setState((state) => ({ ...state, progress }))
    }
    setState(({ result }) => ({ ...(result && { result }), running: true, progress: 0 }))
    mine.darkroom.run(wanted, { signal, onProgress }).then(
      (result) => {
        if (signal.aborted) return drop(mine, result)
        show(mine, { request: wanted, result })
        setState({ result, running: false, progress: 1 })
      },
      (reason) => {
        const { message: error, code } = asDarkroomError(reason, 'INTERNAL')
        if (!signal.aborted) setState((state) => ({ ...state, error, code, running: false }))
      },
    )
    return () => controller.abort()
  }, [given, wanted])

  return state
}

function hold(given: Held['given']): Held {
  if (given) return { given, darkroom: given }
  const darkroom = createDarkroom()
  return { given, darkroom, dispose: () => darkroom.dispose() }
}

/** A result is in memory until it is deleted. */
function show(held: Held, shown: Held['shown']): void {
  if (held.shown) drop(held, held.shown.result)
  held.shown = shown
}

function drop({ darkroom }: Held, result: CompletedJob): void {
  darkroom.deleteResult(result).catch(() => undefined)
}
