import type { Darkroom, ProcessingRequest } from '../../src/index.ts'

declare const window: { darkroom: Darkroom; accepted(job: string): void }

/** Runs in the page, so it uses nothing outside itself. Submits `count` jobs and reports each that was accepted. */
export async function submitMixed(count: number): Promise<void> {
  const canvas = new OffscreenCanvas(60, 44)
  const context = canvas.getContext('2d')
  for (let i = 0; i < count; i++) {
    context?.fillRect(i * 5, i * 3, 20, 16)
    const file = new File([await canvas.convertToBlob()], `image-${i}.png`)
    const requests: ProcessingRequest[] = [
      { url: file, width: '200%' },
      { url: file, width: 30, height: 30, fit: { crop: 'content' }, output_format: 'jpeg' },
      { url: file, enhancements: ['light', 'color'], output_format: 'webp' },
      { urls: [file, file], caption: { url: file }, max_length: 40 },
      { url: new ImageData(30, 20), max_file_size: '20 kb' },
    ]
    const { job } = await window.darkroom.process(requests[i % requests.length] ?? {})
    window.accepted(job)
  }
}
