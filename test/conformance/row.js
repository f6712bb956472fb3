import { matches, Skipped } from './check.js'

/**
 * One row of the interface.
 * @param {string} id - its name in interface.js.
 * @param {string} how - describes what is supported.
 * @param {string} decided - the source file that decides it.
 * @param {(service: import('./service.js').Service) => Promise<void>} test
 */
export const row = (id, how, decided, test) => ({ id, how, decided, test })

const GENERATIVE = 'src/contract/request/generative.ts'

/** A row that needs a generative model. A service without one must refuse the field by name. */
export const remote = (id, request, path, how = '') =>
  row(id, words('remote service', how), GENERATIVE, async (service) => {
    await service.generates(request, path)
  })

/** A row that cannot be tested over HTTP. Another test of the project, in `file`, covers it. */
export const elsewhere = (id, how, decided, file) => ({
  ...row(id, how, decided, async () => {
    throw new Skipped(`cannot be seen over HTTP: ${file}`)
  }),
  file,
  elsewhere: true,
})

/** A row that is accepted without effect. */
export const accepted = (id, request, how, decided) =>
  row(id, how, decided, async (service) => {
    matches((await service.develop(request)).status, /^complete$/)
  })

const words = (kind, how) => (how ? `${kind}: ${how}` : kind)
