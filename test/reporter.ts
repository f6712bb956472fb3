import type { Reporter, TestCase, TestModule } from 'vitest/node'

const SLOWEST_COUNT = 10

/** Prints the slowest tests, why tests were skipped, and a summary line for all projects. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const duration = (test: TestCase) => test.diagnostic()?.duration ?? 0
    const slowest = tests.sort((a, b) => duration(b) - duration(a)).slice(0, SLOWEST_COUNT)
    console.log(`\nThe slowest ${slowest.length} tests:`)
    for (const test of slowest)
      console.log(
        `${(duration(test) / 1000).toFixed(1).padStart(7)} s  ${test.module.project.name} > ${test.fullName}`,
      )
    printSkipped(tests)
    // A module that could not be loaded counts as failed, although it has no tests.
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    ).length
    const line = `${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped') + count('pending')} skipped`
    // Print after everything that Vitest prints on exit.
    process.on('exit', () => console.log(line))
  }
}

/** Groups skipped tests by reason. Tests without a note are a group too. */
function printSkipped(tests: TestCase[]): void {
  const reasons = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  for (const test of tests) {
    const result = test.result()
    if (result.state !== 'skipped') continue
    const reason = result.note ?? 'no reason given (filtered out, or skipped without a note)'
    reasons.set(reason, (reasons.get(reason) ?? new Set()).add(test.module.relativeModuleId))
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  if (reasons.size > 0) console.log('\nSkipped tests, and why:')
  for (const [reason, files] of [...reasons].sort())
    console.log(`${String(counts.get(reason)).padStart(9)}  ${reason}: ${[...files].join(', ')}`)
}
