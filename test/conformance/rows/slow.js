const SLOW_MS = 32_000

const answers = new Map()

/**
 * The response of `process_result` to a request whose image takes longer to load than `process_result` waits, and the
 * time it took. Requested once per service.
 */
export function slowAnswer(service) {
  const { baseUrl } = service.settings
  const known = answers.get(baseUrl) ?? ask(service)
  answers.set(baseUrl, known)
  return known
}

async function ask(service) {
  const start = Date.now()
  const json = { url: `${service.helper()}/slow/${SLOW_MS}/a.png` }
  const { status, body } = await service.ask('process_result', { json })
  const seconds = (Date.now() - start) / 1000
  const polled = await service.ask(`result/${body.job}`)
  return { status, body, seconds, polled: polled.body.status }
}
