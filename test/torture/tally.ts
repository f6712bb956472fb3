/** What came of the jobs of one kind of attack. */
export interface Tally {
  rounds: number
  jobs: number
  complete: number
  /** Ended with a DarkroomError that the attack may cause. */
  refused: number
  /** What must not happen: jobs lost, done twice, without an end, or with an error of another kind. */
  harm: string[]
  /** What else was measured. */
  note?: string
}

export const newTally = (): Tally => ({ rounds: 0, jobs: 0, complete: 0, refused: 0, harm: [] })

/** Repeats an attack until its time is over, at least once. */
export async function repeat(
  ms: number,
  tally: Tally,
  attack: (tally: Tally) => Promise<void>,
): Promise<Tally> {
  const end = performance.now() + ms
  do {
    await attack(tally)
    tally.rounds++
  } while (performance.now() < end)
  return tally
}

/** Counts the outcomes of jobs: `complete`, or the code of an error. */
export function count(tally: Tally, outcomes: readonly string[], allowed: readonly string[]): void {
  tally.jobs += outcomes.length
  for (const outcome of outcomes) {
    if (outcome === 'complete') tally.complete++
    else if (allowed.includes(outcome)) tally.refused++
    else tally.harm.push(outcome)
  }
}

/** A table of all tallies, one row an attack. */
export function table(tallies: ReadonlyMap<string, Tally>): string {
  const head = ['attack', 'rounds', 'jobs', 'complete', 'refused', 'harm', 'note']
  const rows = [...tallies].map(([name, { rounds, jobs, complete, refused, harm, note = '' }]) =>
    [name, rounds, jobs, complete, refused, harm.length, note].map(String),
  )
  const widths = head.map((cell, i) =>
    Math.max(cell.length, ...rows.map((row) => row[i]?.length ?? 0)),
  )
  const line = (row: string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
  return [head, ...rows].map((row) => line(row).trimEnd()).join('\n')
}
