import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { answering, answerOf, CALL_MS, type Engine } from './driver.ts'
import { ended, within } from './process.ts'

/** The paths of the programs. */
export interface WebKitPrograms {
  driver: string
  browser: string
  display: string
}

interface Session {
  sessionId: string
  capabilities: { browserVersion: string }
}

/** Starts WebKitGTK's MiniBrowser on a virtual display, and drives it by WebDriver. */
export async function startWebKit(programs: WebKitPrograms): Promise<Engine> {
  const display = spawn(programs.display, ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await within(10_000, firstLine(display.stdio[3] as Readable))
  const port = 20_000 + (process.pid % 20_000)
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  })
  const call = caller(`http://127.0.0.1:${port}`)
  await within(10_000, answers(call))
  const { sessionId, capabilities } = await call<Session>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
      },
    },
  })
  const session = `/session/${sessionId}`
  await call('POST', `${session}/timeouts`, { script: CALL_MS })
  return {
    name: 'WebKitGTK',
    version: capabilities.browserVersion,
    tab: {
      open: (url) => call('POST', `${session}/url`, { url }),
      run: async (task, argument) =>
        answerOf(
          await call('POST', `${session}/execute/async`, {
            script: `(${answering(task, argument)})().then(arguments[0])`,
            args: [],
          }),
        ),
    },
    close: async () => {
      await call('DELETE', session).catch(() => undefined)
      for (const child of [driver, display]) {
        child.kill()
        await ended(child)
      }
    },
  }
}

const firstLine = (stream: Readable) =>
  new Promise<string>((resolve) => stream.once('data', (data) => resolve(String(data).trim())))

type Call = <R>(method: string, path: string, body?: object) => Promise<R>

const caller =
  (base: string): Call =>
  async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS + 10_000),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${path}: ${value?.message}`)
    return value
  }

/** Resolves once the driver answers. */
async function answers(call: Call): Promise<void> {
  while (
    !(await call('GET', '/status').then(
      () => true,
      () => false,
    ))
  ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
