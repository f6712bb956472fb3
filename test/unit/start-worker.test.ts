import { expect, it } from 'vitest'
import { wayToStart } from '../../src/engine/start-worker.ts'

const [PAGE, SCRIPT] = ['https://a.example', 'https://a.example/engine.worker.js']

it.each([
  ['of the page', SCRIPT, PAGE, 'direct'],
  ['of another origin', 'https://cdn.example/engine.worker.js', PAGE, 'blob'],
  ['of a server, for a sandboxed frame or a file', SCRIPT, 'null', 'data'],
  ['of a server, for an extension', SCRIPT, 'chrome-extension://abc', 'blob'],
  [
    'of an extension',
    'chrome-extension://abc/engine.worker.js',
    'chrome-extension://abc',
    'direct',
  ],
  ['of a file', 'file:///engine.worker.js', 'null', 'direct'],
])('how the script %s starts', (_, script, pageOrigin, way) => {
  expect(wayToStart(new URL(script), pageOrigin)).toBe(way)
})
