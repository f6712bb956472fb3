/** Starts the reference service: the interface over HTTP, with plain drawn images in place of diffusion. */
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { inProject } from './lib/in-project.mjs'

const USAGE = `usage: npm run service -- [--port 8100] [--key <key>]... [--credits 1000] [--ms 1500] [--queue 100] [--per-second <n>] [--storage <name>]... [--local] [--mode <mode>]

  --ms          how long a job takes, in milliseconds
  --local       takes what is not generative too, with a headless Chromium
  --mode        what goes wrong, once: slow, busy, down, failed, dropped, truncated, expired`

/** Faults of the next request to an endpoint, as declared in test/servers/reference-service/faults.ts. */
const modes = {
  slow: ['process', { slow: 5000 }],
  busy: ['process', { answer: 429, headers: { 'Retry-After': '3' } }],
  down: ['result', { answer: 503 }],
  failed: ['result', { answer: 500, code: 'MODEL', message: 'The model ran out of memory' }],
  dropped: ['process', { drop: 'after' }],
  truncated: ['files', { cut: 100 }],
  expired: ['files', { answer: 404 }],
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8100' },
    key: { type: 'string', multiple: true, default: ['test-key'] },
    credits: { type: 'string', default: '1000' },
    ms: { type: 'string', default: '1500' },
    queue: { type: 'string', default: '100' },
    'per-second': { type: 'string' },
    storage: { type: 'string', multiple: true, default: ['shop'] },
    local: { type: 'boolean' },
    mode: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const load = async (file) => {
  return (
    await runnerImport(inProject(`test/servers/${file}`), { configFile: false, logLevel: 'error' })
  ).module
}
if (values.mode && !Object.hasOwn(modes, values.mode)) {
  console.error(USAGE)
  process.exit(2)
}
const { startReferenceService } = await load('reference-service/server.ts')
const chromium =
  values.local &&
  (await (await load('browser-service.ts')).openBrowserService({}, values.storage[0]))
const service = await startReferenceService({
  port: Number(values.port),
  keys: values.key,
  credits: Number(values.credits),
  ms: Number(values.ms),
  queue: Number(values.queue),
  storages: values.storage,
  ...(values['per-second'] && { perSecond: Number(values['per-second']) }),
  ...(chromium && { local: chromium.service }),
})
if (values.mode) service.plan(...modes[values.mode])
console.log(`The reference service: ${service.url}  key: ${values.key.join(', ')}
It draws plain images that show what was asked: it contains no diffusion model.`)
