import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sectionsOf } from '../../bench/report.mjs'

it('a report is taken apart into the sections of its parts, whole', () => {
  const report = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')
  const sections: Record<string, string> = sectionsOf(report)
  expect(Object.keys(sections)).toContain('overhead')
  expect(Object.values(sections).every((text) => text.match(/^## /gm)?.length === 1)).toBe(true)
  const [intro] = report.split('## ')
  expect([intro, ...Object.values(sections)].join('\n').replaceAll('\n\n\n', '\n\n')).toBe(report)
})
