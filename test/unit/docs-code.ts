import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A fenced block of code in a document. */
export interface CodeBlock {
  document: string
  /** Of the block's first line of code. */
  line: number
  language: string
  code: string
  /** The heading above it. */
  heading: string
}

/** The Markdown files of the repository. */
export const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)

export function codeBlocks(document: string): CodeBlock[] {
  const text = readFileSync(join(root, document), 'utf8')
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = '', code = ''] = match
    const before = text.slice(0, match.index)
    const heading = [...before.matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? ''
    return { document, line: before.split('\n').length + 1, language, code, heading }
  })
}
