import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../src/async/clock.ts'
import { remoteAccount } from '../../src/remote/account.ts'

const KEY = 'secret'
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A clock on which every timeout ends at once. */
const hurried: Clock = { now: Date.now, sleep: async () => {} }

const me = (baseUrl: string, clock: Clock = systemClock) =>
  remoteAccount({ remote: { baseUrl, apiKey: KEY }, fetch, clock })

describe('the account of the remote service', () => {
  it('comes without its key', async () => {
    const url = await listen((request, response) =>
      response.end(JSON.stringify({ credits: 7, api_key: request.headers['x-api-key'] })),
    )
    expect(await me(url)).toEqual({ credits: 7, api_key: '' })
  })

  it('is not asked for at another origin: a redirect would take the key along', async () => {
    const keys: unknown[] = []
    const elsewhere = await listen((request, response) => {
      keys.push(request.headers['x-api-key'])
      response.end('{}')
    })
    const url = await listen((_, response) => {
      response.writeHead(307, { Location: `${elsewhere}/rest_api/me` }).end()
    })
    await expect(me(url)).rejects.toMatchObject({ code: 'REMOTE_FAILED' })
    expect(keys).toEqual([])
  })

  it('is waited for during a limited time', async () => {
    const url = await listen(() => {})
    await expect(me(url, hurried)).rejects.toMatchObject({
      code: 'REMOTE_FAILED',
      message: `The remote service ${url} gave no response to GET ${url}/rest_api/me`,
    })
  })

  it('is read up to a limit', async () => {
    let written = 0
    const url = await listen((_, response) => {
      const more = () => {
        written += 2 ** 20
        if (!response.destroyed) response.write(' '.repeat(2 ** 20), more)
      }
      more()
    })
    await expect(me(url)).rejects.toMatchObject({ code: 'REMOTE_FAILED' })
    expect(written).toBeLessThan(2 ** 27)
  })

  it('keeps the code and message of a refusal', async () => {
    const url = await listen((_, response) => {
      response.writeHead(403).end(JSON.stringify({ code: 'KEY_EXPIRED', message: 'Key expired' }))
    })
    await expect(me(url)).rejects.toMatchObject({
      code: 'KEY_EXPIRED',
      message: 'Key expired',
      status: 500,
    })
  })

  it.each(['words', '[]', ''])('is a JSON object, not %j', async (body) => {
    const url = await listen((_, response) => response.end(body))
    await expect(me(url)).rejects.toMatchObject({
      message: `The remote service ${url} answered GET ${url}/rest_api/me with no JSON object`,
    })
  })
})
