/**
 * Returns docs/compatibility.md: for each row what is supported, the source file that decides it, and the test.
 * @param {(path: string) => string} read - reads a file of the project.
 * @throws {Error} where a linked test does not contain its row.
 */
export function report(rows, read) {
  const broken = rows.flatMap((row) => missing(row, read))
  if (broken.length > 0)
    throw new Error(`Tests that do not contain their row:\n${broken.join('\n')}`)
  const sections = [...new Set(rows.map(({ section }) => section))]
  return `${[HEAD, ...sections.map((section) => table(section, rows))].join('\n\n')}\n`
}

const HEAD = `# Compatibility

Every row of the service interface: how it is supported, the file that decides what the interface leaves open, and the
test that shows it. Written by \`npm run conformance -- <base url> <key> --write\`, which tries all rows against a running
service; the project's tests run them against the service worker and against the handler on a Node server.

- *remote service*: refused with \`REMOTE_NOT_CONFIGURED\` and the field's name, unless a remote service is configured.`

/** What a row's linked test lacks. The rows of this folder contain their tests themselves. */
function missing({ section, id, test, file, title, sent }, read) {
  const why = (text) => `${section} > ${id}: ${text}`
  if (!test) return [why('no test')]
  if (sent) {
    // The document that this test writes has a line for each of its rows.
    const lines = read('docs/generative-values.md').split('\n')
    const shows = (name) => lines.some((line) => line.startsWith(`| ${name} | `))
    return sent.filter((name) => !shows(name)).map((name) => why(`${file} has no row ${name}`))
  }
  if (file.startsWith('test/conformance/rows/')) return []
  return title && read(file).includes(title) ? [] : [why(`${file} has no test ${title}`)]
}

function table(section, rows) {
  const own = rows.filter((row) => row.section === section)
  const lines = own.map(({ id, how = 'missing', decided, file }) =>
    [cell(code(id)), cell(how), link(decided), link(file)].join(' | '),
  )
  return [
    `## ${section}`,
    '',
    '| row | support | decided in | test |',
    '| --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n')
}

const cell = (text) => text.replaceAll('|', '\\|')
const code = (id) => (/^[\w.:<>/*-]+$/.test(id) ? `\`${id}\`` : id)
const link = (file) => (file ? `[${file.split('/').at(-1)}](../${file})` : '')
