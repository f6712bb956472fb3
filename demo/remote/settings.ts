import type { RemoteOptions } from 'darkroom-web'
import { askConsent } from './consent.ts'

const KEPT = 'darkroom-demo-remote'

/** The `remote` option of the page's Darkroom. `baseUrl` is empty until the page is connected. */
export const remote: RemoteOptions = { baseUrl: '', apiKey: '', confirm: askConsent }

export const isConnected = (): boolean => remote.baseUrl !== ''

export const connect = (baseUrl: string, apiKey: string) =>
  void Object.assign(remote, { baseUrl, apiKey })

/** The settings that the user chose to save. */
export function savedSettings(): { baseUrl: string; apiKey: string } | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function saveSettings(wanted: boolean): void {
  const { baseUrl, apiKey } = remote
  if (wanted) localStorage.setItem(KEPT, JSON.stringify({ baseUrl, apiKey }))
  else localStorage.removeItem(KEPT)
}
