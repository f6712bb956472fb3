/** Returns docs/compatibility.md: for each row what is supported, the source file that decides it, and the test. */
export function report(rows) {
  const sections = [...new Set(rows.map(({ section }) => section))]
  return `${[HEAD, ...sections.map((section) => table(section, rows))].join('\n\n')}\n`
}

const HEAD = `# Compatibility

Every row of the service interface: how it is supported, the file that decides what the interface leaves open, and the
test that shows it. Written by \`npm run conformance -- <base url> <key> --write\`, which tries all rows against a running
service; the project's tests run them against the service worker and against the handler on a Node server.

- *remote service*: refused with \`REMOTE_NOT_CONFIGURED\` and the field's name, unless a remote service is configured.
- *not yet*: a known field that is refused with \`NOT_SUPPORTED\` and its name until it is built.`

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
