import { rows } from './rows.js'
import { Service } from './service.js'

/**
 * Runs the test of one row, in Node or in a page.
 * @returns {Promise<{outcome: 'passed' | 'failed' | 'skipped', message?: string}>}
 */
export async function runRow(section, id, settings) {
  const row = rows.find((one) => one.section === section && one.id === id)
  if (!row?.test) return { outcome: 'failed', message: 'No test was written for this row' }
  try {
    await row.test(new Service(settings))
    return { outcome: 'passed' }
  } catch (error) {
    // A skipped test must have a reason.
    const outcome = error.name === 'Skipped' && error.message ? 'skipped' : 'failed'
    return { outcome, message: error.message }
  }
}
