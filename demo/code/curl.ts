import { type Call, callsOf, cutAtFiles, filled, type Written } from './request.ts'

/** Shell commands that ask a service for the same. `service` is its base URL. */
export function curl(written: Written, service: string): string {
  return callsOf(written)
    .map((call) => command(call, written.files, service))
    .join('\n\n')
}

function command({ file, parameters }: Call, files: Written['files'], service: string): string {
  // In quotes, which end where a file's bytes come in.
  const json = `'${filled(cutAtFiles({ request: parameters, files }), escaped, embedded)}'`
  const body =
    file === undefined
      ? [`-H 'content-type: application/json'`, `-d ${json}`]
      : // Unlike -F, --form-string takes its value as it is.
        [
          `-F ${quoted(`image=@${fileName(file)}`)}`,
          `--form-string ${json.replace("'", "'parameters=")}`,
        ]
  const address = quoted(`${service}/rest_api/process_result`)
  return [`curl ${address}`, `-H 'x-api-key: any'`, ...body].join(' \\\n  ')
}

/** Between two words in single quotes, which end and begin with the quotes of the JSON. */
const embedded = (name: string) => `"'"base64,$(base64 < ${quoted(name)} | tr -d '\\n')"'"`

/** curl reads `;` and `,` in a file's name unless it stands in double quotes of its own. */
const fileName = (name: string) =>
  /^[\w.-]+$/.test(name) ? name : `"${name.replace(/[\\"]/g, '\\$&')}"`

/** One word of a POSIX shell. */
const quoted = (text: string) => `'${escaped(text)}'`
const escaped = (text: string) => text.replaceAll("'", `'\\''`)
