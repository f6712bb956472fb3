import { matches, Skipped } from './check.js'

/**
 * One row of the interface.
 * @param {string} id - as interface.js names it.
 * @param {string} how - what is supported, in words.
 * @param {string} decided - the file that decides it.
 * @param {(service: import('./service.js').Service) => Promise<void>} test
 */
export const row = (id, how, decided, test) => ({ id, how, decided, test })

const GENERATIVE = 'src/contract/request/generative.ts'

/** Needs a generative model: done where the service has one, else refused by name. */
export const remote = (id, request, path, how = '') =>
  row(id, words('remote service', how), GENERATIVE, async (service) => {
    await service.generates(request, path)
  })

/** Cannot be seen over HTTP: another test of the project, in `file`, shows it. */
export const elsewhere = (id, how, decided, file) => ({
  ...row(id, how, decided, async () => {
    throw new Skipped(`cannot be seen over HTTP: ${file}`)
  }),
  file,
  elsewhere: true,
})

/** Accepted, without any effect. */
export const accepted = (id, request, how, decided) =>
  row(id, how, decided, async (service) => {
    matches((await service.develop(request)).status, /^complete$/)
  })

const words = (kind, how) => (how ? `${kind}: ${how}` : kind)
