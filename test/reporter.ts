import type { Reporter, TestCase, TestModule } from 'vitest/node'

const SHOWN = 10

/** Prints the slowest tests, and the one line that sums up all projects. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const duration = (test: TestCase) => test.diagnostic()?.duration ?? 0
    const slowest = tests.sort((a, b) => duration(b) - duration(a)).slice(0, SHOWN)
    console.log(`\nThe slowest ${slowest.length} tests:`)
    for (const test of slowest)
      console.log(
        `${(duration(test) / 1000).toFixed(1).padStart(7)} s  ${test.module.project.name} > ${test.fullName}`,
      )
    // A module that could not be loaded failed too, though it holds no test.
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    ).length
    const line = `${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped') + count('pending')} skipped`
    // After everything else that Vitest prints on exit.
    process.on('exit', () => console.log(line))
  }
}
