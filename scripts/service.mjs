/** Starts the reference service: the interface over HTTP, with plain drawn pictures in place of diffusion. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'

const USAGE = `usage: npm run service -- [--port 8100] [--key <key>]... [--credits 1000] [--ms 1500] [--queue 100] [--per-second <n>] [--storage <name>]... [--local] [--mode <mode>]

  --ms          how long a job takes, in milliseconds
  --local       takes what is not generative too, with a headless Chromium
  --mode        what goes wrong, once: slow, busy, down, failed, dropped, truncated, expired`

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
  const path = fileURLToPath(new URL(`../test/service/${file}`, import.meta.url))
  return (await runnerImport(path, { configFile: false, logLevel: 'error' })).module
}
const { startReference } = await load('reference.ts')
const { modes } = await load('faults.ts')
const faults = values.mode ? modes[values.mode] : []
if (!faults) {
  console.error(USAGE)
  process.exit(2)
}
const chromium =
  values.local && (await (await load('bridge.ts')).darkroomService({}, values.storage[0]))
const service = await startReference({
  port: Number(values.port),
  keys: values.key,
  credits: Number(values.credits),
  ms: Number(values.ms),
  queue: Number(values.queue),
  storages: values.storage,
  ...(values['per-second'] && { perSecond: Number(values['per-second']) }),
  ...(chromium && { local: chromium.service }),
})
for (const { on, fault } of faults) service.plan(on, fault)
console.log(`The reference service: ${service.url}  key: ${values.key.join(', ')}
It draws plain pictures that show what was asked: nothing here is a diffusion model.`)
