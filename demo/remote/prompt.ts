import { byId } from '../dom.ts'
import { change, current } from '../state.ts'

/** A picture from words, or around the one that is open. */
export function setUpPrompt(run: () => void): void {
  byId('prompt-form').addEventListener('submit', (event) => {
    event.preventDefault()
    const description = byId<HTMLTextAreaElement>('prompt').value.trim()
    const { url, urls, width, height, background, ...rest } = current()
    const around = byId<HTMLInputElement>('prompt-around').checked && (url || urls)
    const generate = { generate: { description } }
    // Without a picture there is nothing that a share could be of.
    const size = around ? { width, height } : { width: 1024, height: 1024 }
    const source = around ? { url, urls } : {}
    change(
      JSON.parse(JSON.stringify({ ...source, ...rest, ...size, background: generate })),
      'page',
    )
    run()
  })
}
