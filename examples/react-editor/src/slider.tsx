import { useEffect, useRef } from 'react'

interface SliderProps {
  label: string
  value: number
  change(value: number): void
}

/** A slider that tells its value when it is released: each value is a step that can be undone. */
export function Slider({ label, value, change }: SliderProps) {
  const input = useRef<HTMLInputElement>(null)
  const changed = useRef(change)
  changed.current = change

  useEffect(() => {
    const element = input.current
    // React's onChange is the browser's `input`, which comes while the slider moves.
    const listener = () => element && changed.current(element.valueAsNumber)
    element?.addEventListener('change', listener)
    return () => element?.removeEventListener('change', listener)
  }, [])

  useEffect(() => {
    if (input.current) input.current.valueAsNumber = value
  }, [value])

  return (
    <label>
      {label}
      <input ref={input} type="range" min={0} max={1} step={0.05} defaultValue={value} />
    </label>
  )
}
