import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../contributed/', import.meta.url)

/** What people measured on their machines by the demo's measure.html. */
export default function contributed() {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const reports = files
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
  return { machine: 'each row on the machine that it names', reports }
}
