import type { Field } from './field.ts'

/** What edits one field. */
export interface Control {
  /** Everything of it. */
  element: HTMLElement
  /** What takes the focus. */
  input: HTMLElement
  /** Whether a label is to be tied to `input`; others are groups with a name. */
  labelled: boolean
  show(value: unknown): void
}

interface Wiring {
  field: Field
  id: string
  label: string
  /** Undefined takes the field out of the request. */
  change(value: unknown): void
  /** What the field counts as while it is absent. */
  fallback: unknown
  suggest: readonly string[]
}

export type MakeControl = (wiring: Wiring) => Control

/** A name of the interface as a person reads it. */
export function worded(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${key}: ${worded(inner)}`)
      .join(', ')
  return String(value).replaceAll('_', ' ')
}
