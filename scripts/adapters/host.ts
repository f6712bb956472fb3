import type { Darkroom, ProcessingRequest } from 'darkroom-web'

export interface Host {
  darkroom: Darkroom
  /** The sample. */
  file: File
  /** Where the host is shown. */
  element: HTMLElement
}

type WithoutSource = Omit<ProcessingRequest, 'url' | 'urls'>

export const cutOut = {
  background: { remove: 'auto' },
  output_format: 'webp',
} as const satisfies WithoutSource

/** What an upload does here: nothing is sent. */
export const upload = async (file: File) => URL.createObjectURL(file)

export async function until(condition: () => unknown): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50))
}
