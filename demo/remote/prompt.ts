import { byId } from '../dom.ts'
import { currentRequest, setRequest } from '../request-state.ts'

/** Sets up generating an image from text, or around the open image. */
export function setUpPrompt(run: () => void): void {
  byId('prompt-form').addEventListener('submit', (event) => {
    event.preventDefault()
    const description = byId<HTMLTextAreaElement>('prompt').value.trim()
    const { url, urls, width, height, background, ...rest } = currentRequest()
    const around = byId<HTMLInputElement>('prompt-around').checked && (url || urls)
    const generate = { generate: { description } }
    // Without a source there is nothing that a percentage could refer to.
    const size = around ? { width, height } : { width: 1024, height: 1024 }
    const source = around ? { url, urls } : {}
    setRequest(
      JSON.parse(JSON.stringify({ ...source, ...rest, ...size, background: generate })),
      'page',
    )
    run()
  })
}
