import { httpCalls, type RequestCode, splitAtFiles, withExpressions } from './request.ts'

/** Code that runs the request with the Darkroom object. `picture` is the name of the file in the page's variable. */
export function runCode(written: RequestCode, picture: string | undefined): string {
  const request = literal(written, (name) => fileOf(name, picture))
  const answer = 'urls' in written.request ? 'job.results' : 'job.result_url, job.file_name'
  return `const job = await darkroom.run(${request})\n// ${answer}`
}

/** Code that sends the request by fetch, to the page's service worker or any service. */
export function fetchCode({ request, files }: RequestCode, picture: string | undefined): string {
  return httpCalls({ request, files })
    .map(({ file, parameters }, i) => {
      const json = literal(
        { request: parameters, files },
        (name) => `URL.createObjectURL(${fileOf(name)})`,
      )
      return (file === undefined ? withJson : withForm)(json, fileOf(file ?? '', picture), i)
    })
    .join('\n\n')
}

function withJson(json: string, _: string, index: number): string {
  return call(index, [
    `  headers: { 'x-api-key': 'any', 'content-type': 'application/json' },`,
    `  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`,
  ])
}

function withForm(json: string, file: string, index: number): string {
  const form = numbered('form', index)
  return [
    `const ${form} = new FormData()`,
    `${form}.append('image', ${file})`,
    `${form}.append('parameters', JSON.stringify(${json}))`,
    call(index, [`  headers: { 'x-api-key': 'any' },`, `  body: ${form},`]),
  ].join('\n')
}

function call(index: number, init: string[]): string {
  const response = numbered('response', index)
  return [
    `const ${response} = await fetch('/rest_api/process_result', {`,
    `  method: 'POST',`,
    ...init,
    '})',
    `const ${numbered('job', index)} = await ${response}.json()`,
  ].join('\n')
}

const numbered = (name: string, index: number) => (index === 0 ? name : `${name}${index + 1}`)

const fileOf = (name: string, picture?: string) =>
  name === picture ? 'picture' : `files.get(${inQuotes(name)})`

/** JSON as JavaScript source, with an expression for each file. */
const literal = (written: RequestCode, file: (name: string) => string) =>
  withExpressions(splitAtFiles(written), asWritten, file)

const asWritten = (json: string) =>
  json.replace(/"((?:[^"\\]|\\.)*)"(:)?/g, (whole, inner, colon = '') =>
    colon && /^[A-Za-z_$][\w$]*$/.test(inner) ? inner + colon : simple(whole, inner),
  )

const simple = (whole: string, inner: string) =>
  /['\\]/.test(inner) ? whole : whole.replace(`"${inner}"`, () => `'${inner}'`)

const inQuotes = (text: string) => simple(JSON.stringify(text), text)
