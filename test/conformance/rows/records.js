import { equal, matches, ok } from '../check.js'
import { base64 } from '../pictures.js'
import { elsewhere, row } from '../row.js'

const RECORDS = 'src/http/http-record.ts'
const ACCOUNT = 'src/remote/account.ts'

export const records = [
  row('job', 'a string, valid in the result path', RECORDS, async (service) => {
    const { job } = await service.develop({})
    matches(job, /^[\w-]+$/, 'job')
    equal((await service.ask(`result/${job}`)).body.job, job)
  }),
  row('status', 'see 3', 'src/jobs/record.ts', async (service) => {
    equal((await service.develop({})).status, 'complete')
  }),
  row(
    'result_url',
    'absolute, on the origin of the request, without a key; its last part is the file name',
    RECORDS,
    async (service) => {
      const record = await service.develop({ output_format: 'webp' })
      const { origin, pathname } = new URL(record.result_url)
      equal(origin, new URL(service.settings.baseUrl).origin, 'origin')
      matches(pathname, /^\/rest_api\/files\/[\w-]+\/[\w.-]+\.webp$/, 'path')
      equal((await service.file(record)).type, 'image/webp')
    },
  ),
  row(
    'results',
    'for `urls`: job, status, url and original_url of each image; a bad image does not stop the others',
    'src/jobs/record-view.ts',
    async (service) => {
      const first = await service.develop({})
      const good = first.result_url
      const bad = base64(new TextEncoder().encode('no picture'))
      const { results, ...parent } = await service.develop({
        urls: [good, bad],
        output_format: 'png',
      })
      equal([parent.status, typeof parent.job], ['complete', 'string'], 'parent')
      equal(results[0].original_url, good, 'original_url')
      equal(
        [results[0].status, (await service.file({ result_url: results[0].url })).type],
        ['complete', 'image/png'],
      )
      equal([results[1].status, results[1].url], ['failed', null], 'the bad one')
      ok(results[1].message, 'Expected a message at the bad one')
      const { status, body } = await service.ask(`result/${results[1].job}`)
      equal([status, body.status], [500, 'failed'], 'the job of the bad one')
      ok(!('results' in first), 'Expected no results on the record of a single picture')
    },
  ),
]

const field = (id, how, is) =>
  row(id, how, ACCOUNT, async (service) => {
    const { body } = await service.ask('me')
    ok(is(body[id], service), `Expected ${how} for ${id} but received ${JSON.stringify(body[id])}`)
  })

const isString = (value) => typeof value === 'string'
const parts = [
  'tax',
  'companyName',
  'streetAddress',
  'city',
  'postalCode',
  'country',
  'countryName',
]

export const account = [
  field('credits', 'an integer; 0 without a remote service', Number.isInteger),
  field('username', 'a string', isString),
  field('email', 'a string', isString),
  field('api_key', "the caller's own", (value, { settings }) => value === settings.apiKey),
  field('language', 'a string', isString),
  field('webhooks', 'an object', (value) => typeof value === 'object' && value !== null),
  field(
    'address',
    'an object',
    (value) =>
      parts.every((part) => isString(value?.[part])) && typeof value.isCompany === 'boolean',
  ),
]

const S3 = 'src/storages/s3.ts'

export const storage = [
  row(
    'storage://<name>/<path>',
    'as `url` and as `target`',
    'src/storages/storage-url.ts',
    async (service) => {
      const folder = `storage://${service.storage()}/sub/folder-${Date.now()}`
      const { details } = await service.develop({ target: folder, output_format: 'png' })
      matches(details.target.path, /^storage:\/\/[^/]+\/sub\/folder-\d+\/[\w.-]+\.png$/, 'path')
      equal(await service.size({ url: details.target.path, width: 24 }), [24, 16])
      const again = await service.develop({
        target: folder,
        output_format: 'png',
        url: details.target.path,
      })
      ok(again.details.target.path !== details.target.path, 'Expected nothing to be overwritten')
      const missing = await service.ask('process_result', { json: { url: `${folder}/none.png` } })
      equal([missing.status, missing.body.code], [400, 'STORAGE'], 'a file that is not there')
    },
  ),
  row(
    'not through the API',
    'a storage is configured in the page; an unknown name is refused',
    'src/options.ts',
    async (service) => {
      const json = { url: 'storage://never-configured/a.png' }
      const { status, body } = await service.ask('process_result', { json })
      equal([status, body.code, body.path], [400, 'STORAGE', 'url'])
    },
  ),
  elsewhere(
    'object storage',
    'bucket, access key id, secret access key: `s3Storage`',
    S3,
    'test/browser/storages-s3.test.ts',
    'reads back what was written, under any name',
  ),
  elsewhere(
    'cloud file storages',
    '`dropboxStorage`, `googleDriveStorage`, `oneDriveStorage`, each with a token of the page',
    'src/storages.ts',
    'test/browser/storages-services.test.ts',
    'reads back what was written, under any name',
  ),
  elsewhere(
    'a document drive takes no folders',
    'a slash in its path is refused',
    'src/storages/google-drive.ts',
    'test/browser/storages-services.test.ts',
    'a slash is refused',
  ),
]
