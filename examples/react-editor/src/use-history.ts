import { useState } from 'react'

interface History<T> {
  past: T[]
  present: T
  future: T[]
}

/** A state that can be undone and redone. */
export function useHistory<T>(initial: T) {
  const [history, setHistory] = useState<History<T>>({ past: [], present: initial, future: [] })
  const { past, present, future } = history
  const set = (next: T) => setHistory({ past: [...past, present], present: next, future: [] })
  const undo = () => {
    const previous = past.at(-1)
    if (previous === undefined) return
    setHistory({ past: past.slice(0, -1), present: previous, future: [present, ...future] })
  }
  const redo = () => {
    const [next, ...rest] = future
    if (next === undefined) return
    setHistory({ past: [...past, present], present: next, future: rest })
  }
  return { present, set, undo, redo, canUndo: past.length > 0, canRedo: future.length > 0 }
}
