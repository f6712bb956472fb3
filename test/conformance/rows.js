import { sections } from './interface.js'
import caption from './rows/caption.js'
import enhancements from './rows/enhancements.js'
import events from './rows/events.js'
import fit from './rows/fit.js'
import formats from './rows/formats.js'
import { generation, placement, removal, strengths } from './rows/generative.js'
import { endpoints, states } from './rows/jobs.js'
import presets from './rows/presets.js'
import { account, records, storage } from './rows/records.js'
import request from './rows/request.js'
import { authentication, errors, limits, versions } from './rows/rules.js'

/** The tests of each section, and the file that holds them. */
const tests = {
  2.1: ['request', request],
  2.2: ['fit', fit],
  2.3: ['enhancements', enhancements],
  2.4: ['generative', strengths],
  2.5: ['generative', [...removal, ...generation, ...placement]],
  2.6: ['caption', caption],
  2.7: ['presets', presets],
  2.8: ['records', records],
  2.9: ['records', account],
  '2.10': ['records', storage],
  2.11: ['formats', formats],
  3: ['jobs', states],
  4: ['jobs', endpoints],
  5: ['rules', authentication],
  6: ['events', events],
  7: ['rules', errors],
  8: ['rules', limits],
  9: ['rules', versions],
}

/** Every row of the interface, with its test if there is one. */
export const rows = sections.flatMap(({ number, title, rows: ids }) => {
  const [file, written] = tests[number]
  return ids.map((id) => ({
    file: `test/conformance/rows/${file}.js`,
    ...written.find((one) => one.id === id),
    section: `${number} ${title}`,
    id,
  }))
})

/** The ids of tests without a row in the interface. */
export const strays = sections.flatMap(({ number, rows: ids }) =>
  tests[number][1].map(({ id }) => id).filter((id) => !ids.includes(id)),
)
