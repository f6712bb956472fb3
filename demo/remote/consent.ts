import type { ConsentRequest } from 'darkroom-web'
import { byId } from '../dom.ts'
import { texts } from '../language/language.ts'
import { bytes } from '../language/numbers.ts'

let before: Promise<unknown> = Promise.resolve()

/** Asks for consent, showing what would be sent; one question at a time. */
export function askConsent(sending: ConsentRequest): Promise<boolean> {
  const answer = before.then(() => ask(sending))
  before = answer
  return answer
}

function ask({ to, picture, bytes: size, request }: ConsentRequest): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>('consent')
  byId('consent-text').textContent = texts.consent[picture](to, bytes(size))
  byId('consent-request').textContent = JSON.stringify(request, null, 2)
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'send'), { once: true })
  })
}
