import type { Darkroom } from 'darkroom-web'
import { byId, complain } from '../dom.ts'
import { messageOf } from '../labels.ts'
import { texts } from '../language/language.ts'
import { number } from '../language/numbers.ts'
import { currentRequest, setRequest } from '../request-state.ts'
import { connect, isConnected, remote, savedSettings, saveSettings } from './settings.ts'

const url = byId<HTMLInputElement>('remote-url')
const key = byId<HTMLInputElement>('remote-key')
const keeps = byId<HTMLInputElement>('remote-keep')
const problem = byId('remote-problem')

/** Sets up the form for the service. The key stays in memory unless the user chooses to save it. */
export function setUpConnection(darkroom: Darkroom): void {
  const known = savedSettings()
  if (known) {
    url.value = known.baseUrl
    key.value = known.apiKey
    keeps.checked = true
  }
  byId('remote-form').addEventListener('submit', (event) => {
    event.preventDefault()
    void open(darkroom)
  })
  byId('remote-leave').addEventListener('click', () => {
    connect('', '')
    show(texts.generate.disconnected)
  })
}

/** Connects if the service accepts the key. */
async function open(darkroom: Darkroom): Promise<void> {
  complain(problem, '')
  connect(url.value.trim(), key.value.trim())
  try {
    const { credits, username } = await darkroom.me()
    saveSettings(keeps.checked)
    await darkroom.resume()
    show(texts.generate.connected(remote.baseUrl, username, number(credits)))
  } catch (error) {
    connect('', '')
    show(texts.generate.disconnected)
    complain(problem, messageOf(error))
  }
}

function show(status: string): void {
  const connected = isConnected()
  byId('remote-status').textContent = status
  byId('remote-leave').hidden = !connected
  byId('prompt-form').hidden = !connected
  byId('promise').textContent = connected ? texts.top.promiseConnected : texts.top.promise
  byId('promise').classList.toggle('open', connected)
  // Other fields are supported now.
  setRequest(currentRequest(), 'page')
}
