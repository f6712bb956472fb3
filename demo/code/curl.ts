import { type Call, httpCalls, type RequestCode, splitAtFiles, withExpressions } from './request.ts'

/** Shell commands that send the request to a service. `service` is its base URL. */
export function curl(written: RequestCode, service: string): string {
  return httpCalls(written)
    .map((call) => command(call, written.files, service))
    .join('\n\n')
}

function command({ file, parameters }: Call, files: RequestCode['files'], service: string): string {
  // Quoted, with the quotes closed where a file is inserted.
  const json = `'${withExpressions(splitAtFiles({ request: parameters, files }), escaped, embedded)}'`
  const body =
    file === undefined
      ? [`-H 'content-type: application/json'`, `-d ${json}`]
      : // Unlike -F, --form-string does not interpret its value.
        [
          `-F ${quoted(`image=@${fileName(file)}`)}`,
          `--form-string ${json.replace("'", "'parameters=")}`,
        ]
  const address = quoted(`${service}/rest_api/process_result`)
  return [`curl ${address}`, `-H 'x-api-key: any'`, ...body].join(' \\\n  ')
}

/** Joins two single-quoted words, which end and start with the quotes of the JSON. */
const embedded = (name: string) => `"'"base64,$(base64 < ${quoted(name)} | tr -d '\\n')"'"`

/** curl interprets `;` and `,` in a file name unless it is in double quotes. */
const fileName = (name: string) =>
  /^[\w.-]+$/.test(name) ? name : `"${name.replace(/[\\"]/g, '\\$&')}"`

/** Quotes a word for a POSIX shell. */
const quoted = (text: string) => `'${escaped(text)}'`
const escaped = (text: string) => text.replaceAll("'", `'\\''`)
