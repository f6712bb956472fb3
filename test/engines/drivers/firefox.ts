import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { answering, answerOf, CALL_MS, type Engine } from './driver.ts'
import { ended, within } from './process.ts'

type Parameters = Record<string, unknown>
type Send = <R>(method: string, params: Parameters) => Promise<R>

/** Starts a headless Firefox with a profile of its own, and drives it by WebDriver BiDi. */
export async function startFirefox(executable: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'darkroom-firefox-'))
  const firefox = spawn(
    executable,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const { send, disconnect } = await connect(`${await listeningAt(firefox)}/session`)
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  const { contexts } = await send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  )
  const context = contexts[0]?.context
  return {
    name: 'Firefox',
    version: capabilities.browserVersion,
    tab: {
      open: async (url) =>
        void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      run: async (task, argument) => {
        const { result } = await send<{ result?: { value?: string } }>('script.callFunction', {
          functionDeclaration: answering(task, argument),
          awaitPromise: true,
          target: { context },
        })
        return answerOf(result?.value)
      },
    },
    close: async () => {
      disconnect()
      firefox.kill()
      await ended(firefox)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The address that Firefox prints. */
const listeningAt = (firefox: ChildProcess) =>
  within(
    60_000,
    new Promise<string>((resolve) => {
      let printed = ''
      firefox.stderr?.on('data', (chunk) => {
        printed += chunk
        const address = /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1]
        if (address) resolve(address)
      })
    }),
  )

async function connect(url: string): Promise<{ send: Send; disconnect(): void }> {
  const socket = new WebSocket(url)
  const answers = new Map<number, (answer: { result?: never; message?: string }) => void>()
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data))
    answers.get(answer.id)?.(answer)
  })
  await within(10_000, new Promise((resolve) => socket.once('open', resolve)))
  let id = 0
  const send: Send = async (method, params) => {
    const call = ++id
    const answer = new Promise<{ result?: never; message?: string }>((resolve) =>
      answers.set(call, resolve),
    )
    socket.send(JSON.stringify({ id: call, method, params }))
    const { result, message } = await within(CALL_MS, answer)
    if (!result) throw new Error(`${method}: ${message}`)
    return result
  }
  return { send, disconnect: () => socket.close() }
}
