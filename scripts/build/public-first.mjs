import { parseAst } from 'rolldown/parseAst'

/** Declarations in the order of their readers: what is exported, the entry's own first; then what that is made of. */
export function publicFirst(types) {
  const { body } = parseAst(types, { lang: 'ts' })
  const exports = body.at(-1)
  const names = new Set(exports.specifiers.map(({ local }) => local.name))
  const parts = body.slice(0, -1).map((statement, i) => ({
    // With the comment before it.
    text: types.slice(body[i - 1]?.end ?? 0, statement.end).replace(/^\/\/#(end)?region.*\n/gm, ''),
    // A constant is declared within its statement.
    isPublic: names.has((statement.id ?? statement.declarations?.[0].id)?.name),
  }))
  const [first, rest] = [true, false].map((isPublic) =>
    parts.filter((part) => part.isPublic === isPublic),
  )
  const texts = [...first.reverse(), ...rest].map(({ text }) => text.trim())
  return `${[...texts, types.slice(exports.start).trim()].join('\n\n')}\n`
}
