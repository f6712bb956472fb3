import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sectionsOf } from '../../bench/report.mjs'
import { sections } from '../../bench/report-sections.mjs'

it('a report is taken apart into the sections of its parts, whole', () => {
  const report = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')
  const sections: Record<string, string> = sectionsOf(report)
  expect(Object.keys(sections)).toContain('overhead')
  expect(Object.values(sections).every((text) => text.match(/^## /gm)?.length === 1)).toBe(true)
  const [intro] = report.split('## ')
  expect([intro, ...Object.values(sections)].join('\n').replaceAll('\n\n\n', '\n\n')).toBe(report)
})

it('what people measured is told by machine, with the verdicts on their GPUs', () => {
  const page = {
    browser: 'Safari 27',
    cores: 8,
    side: 1000,
    auto: { verdicts: [{ model: 'span-x2', verdict: 'slow', found: '2026-11-27T00:00:00Z' }] },
    measured: [
      {
        provider: 'webgpu',
        precision: 'fp16',
        adapter: 'apple',
        networks: [
          { network: 'span-x2', step: 50, bare: 40, job: 70 },
          { network: 'nsfw', step: 9, job: 11 },
        ],
        failed: ['clean'],
      },
      { provider: 'wasm', precision: 'fp32', networks: [{ network: 'nsfw', step: 30, job: 33 }] },
    ],
  }
  const networks = [
    { network: 'span-x2', step: 8, bare: 8, most: 1, isRight: true },
    { network: 'matte', step: 4, most: 90, isRight: false },
  ]
  const dawn = {
    browser: 'Node 24, Dawn',
    cores: 16,
    side: 2000,
    measured: [{ provider: 'webgpu', precision: 'fp32', adapter: 'nvidia', networks }],
  }
  const text: string = sections.contributed({ reports: [page, dawn] })
  expect(text.split('\n').filter((line) => /^\| (apple|8 cores|nvidia)/.test(line))).toEqual([
    '| apple | Safari 27 | webgpu, fp16 | span-x2 | 50 | 1.25 | slow |',
    '| apple | Safari 27 | webgpu, fp16 | nsfw | 9 in all |  |  |',
    '| apple | Safari 27 | webgpu, fp16 | clean |  |  | fails |',
    '| 8 cores | Safari 27 | wasm, fp32 | nsfw | 30 in all |  |  |',
    '| nvidia | Node 24, Dawn | webgpu, fp32 | span-x2 | 2 | 1.00 | right, within 1.0 |',
    '| nvidia | Node 24, Dawn | webgpu, fp32 | matte | 4 in all |  | wrong |',
  ])
  expect(text).not.toContain('none yet')
})
