import type { Field } from './field.ts'

/** The control of one field. */
export interface Control {
  /** Its root element. */
  element: HTMLElement
  /** The element that gets the focus. */
  input: HTMLElement
  /** Whether a label belongs to `input`; other controls are named groups. */
  labelled: boolean
  show(value: unknown): void
}

interface Wiring {
  field: Field
  id: string
  label: string
  /** Undefined removes the field from the request. */
  change(value: unknown): void
  /** The field's default. */
  fallback: unknown
  suggest: readonly string[]
}

export type MakeControl = (wiring: Wiring) => Control

/** The label of a value of the interface. */
export function toLabel(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${key}: ${toLabel(inner)}`)
      .join(', ')
  return String(value).replaceAll('_', ' ')
}
