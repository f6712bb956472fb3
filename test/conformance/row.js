import { Skipped } from './check.js'

/**
 * One row of the interface.
 * @param {string} id - its name in interface.js.
 * @param {string} how - describes what is supported.
 * @param {string} decided - the source file that decides it.
 * @param {(service: import('./service.js').Service) => Promise<void>} test
 */
export const row = (id, how, decided, test) => ({ id, how, decided, test })

const GENERATIVE = 'src/request/generative.ts'

/** Shows what a page sends to the service, and writes docs/generative-values.md. */
const SENT = 'test/remote/rows.test.ts'

/**
 * A row that needs a generative model. A service without one must refuse the field by name.
 * @param {string | string[]} sent - the rows of test/remote/rows.ts that show what is sent for it.
 */
export const remote = (id, request, path, sent, how = '') =>
  sentBy(
    sent,
    row(id, words('remote service', how), GENERATIVE, async (service) => {
      await service.generates(request, path)
    }),
  )

/** Links a row to the test of what is sent: a row may pass here because its field is refused. */
export const sentBy = (sent, row) => ({ ...row, file: SENT, sent: [sent].flat() })

/** A row that cannot be tested over HTTP. Another test of the project, in `file`, covers it, under `title`. */
export const elsewhere = (id, how, decided, file, title) => ({
  ...row(id, how, decided, async () => {
    throw new Skipped(`cannot be seen over HTTP: ${file}`)
  }),
  file,
  title,
  elsewhere: true,
})

const words = (kind, how) => (how ? `${kind}: ${how}` : kind)
