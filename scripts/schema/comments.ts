import { readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'

/** What is read of a syntax tree in ESTree's form. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** The comment above a field of the published types. */
interface FieldComment {
  text: string
  example?: string
  deprecated: boolean
}

/** A field, with those of an object type that is written in its place. */
interface Member extends FieldComment {
  type: Node
  members: Map<string, Member>
}

type CommentBefore = (node: Node) => string | undefined

const folder = new URL('../../src/request/', import.meta.url)
const aliases = new Map<string, Map<string, Member>>()
for (const file of ['processing-parameters.ts', 'processing-request.ts']) read(file)

/** Reads the fields of all object types of a file. */
function read(file: string): void {
  const source = readFileSync(new URL(file, folder), 'utf8')
  const { program, comments } = parseSync(file, source)
  const before: CommentBefore = ({ start }) =>
    comments.findLast(({ end }) => end <= start && !source.slice(end, start).trim())?.value
  for (const statement of program.body as unknown as Node[]) {
    const alias = (statement.declaration ?? statement) as Node
    if (alias.type !== 'TSTypeAliasDeclaration') continue
    aliases.set(nameOf(alias.id), membersOf(alias.typeAnnotation as Node, before))
  }
}

function nameOf(identifier: unknown): string {
  return (identifier as { name?: string } | undefined)?.name ?? ''
}

/** The members of `Fields<{ … }>`; none of other types. */
function membersOf(type: Node, before: CommentBefore): Map<string, Member> {
  const literal = (type.typeArguments as { params: Node[] } | null | undefined)?.params[0]
  const members = literal?.type === 'TSTypeLiteral' ? (literal.members as Node[]) : []
  return new Map(
    members.map((member) => {
      const { typeAnnotation } = member.typeAnnotation as { typeAnnotation: Node }
      const own = membersOf(typeAnnotation, before)
      const comment = parseComment(before(member) ?? '')
      return [nameOf(member.key), { ...comment, type: typeAnnotation, members: own }]
    }),
  )
}

function parseComment(comment: string): FieldComment {
  const plain = comment.replace(/^\s*\*+ ?/gm, '').trim()
  const [body = '', example] = plain.split(/\s*@example\s+/)
  return {
    text: body
      .replace(/^@deprecated\s*/, '')
      .replace(/\s+/g, ' ')
      .trim(),
    ...(example && { example: example.replace(/\s+/g, ' ').trim() }),
    deprecated: plain.includes('@deprecated'),
  }
}

/** The comment of a path such as `caption.url`; undefined if the published types lack it. */
export function commentOf(path: string): FieldComment | undefined {
  const [name = '', ...rest] = path.split('.')
  let found = aliases.get('ProcessingRequest')?.get(name)
  for (const part of rest) {
    // `readonly` is an operator around the array.
    const array = (found?.type.typeAnnotation as Node | undefined) ?? found?.type
    const type = (array?.elementType as Node | undefined) ?? found?.type
    found = found?.members.get(part) ?? aliases.get(nameOf(type?.typeName))?.get(part)
  }
  return found
}
