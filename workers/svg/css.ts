import { properties } from './allowed.ts'

/** A property with one of its values, whether or not the cascade takes it. */
export type Declaration = [property: string, value: string]

export interface Rule {
  tag: string
  names: string[]
  declarations: Declaration[]
}

const SELECTOR = /^(\*|[a-z][\w-]*)?((?:[.#][\w-]+)*)(?::(?:active|focus|hover))?$/i
const FUNCTIONS = /\b(?:rgba?|hsla?|color|matrix|translate[XY]?|scale[XY]?|rotate|skew[XY])\s*\(/gi
/** Its rules are taken to hold. */
const MEDIA = /@media\b[^{};@\\]*\{((?:[^{}]*\{[^{}]*\})*\s*)\}/gi

/** Why a page shall not draw a drawing. */
export class Refused extends Error {}

export function refuse(received: string): never {
  throw new Refused(received)
}

/** A pattern would look for the end of each of a million `/*` that have none. */
const withoutComments = (css: string) =>
  css
    .split('/*')
    .map((part, i) => (i === 0 ? part : ` ${part.split('*/').slice(1).join('*/')}`))
    .join('')

/** The rules of a style sheet whose selectors are classes, ids and tags. */
export function rulesOf(sheet: string): Rule[] {
  const css = withoutComments(sheet)
    .replace(/<!--|-->/g, ' ')
    .replace(MEDIA, '$1')
  if (/[@\\]/.test(css)) refuse('one with an @ rule or an escape in its style sheet')
  const rules: Rule[] = []
  const rest = css.replace(/([^{}]*)\{([^{}]*)\}/gy, (_, selectors: string, body: string) => {
    const declarations = declarationsOf(body)
    for (const selector of selectors.split(',')) {
      const [all, tag = '', names = ''] = SELECTOR.exec(selector.trim()) ?? []
      if (!all) refuse(`one with the selector ${selector.trim().slice(0, 60)}`)
      const parts = names.match(/[.#][^.#]+/g) ?? []
      rules.push({ tag: tag === '*' ? '' : tag, names: parts, declarations })
    }
    return ''
  })
  if (rest.trim()) refuse('one whose style sheet cannot be read')
  return rules
}

export function declarationsOf(body: string): Declaration[] {
  if (body.includes('\\')) refuse('one with an escape in its style')
  return withoutComments(body)
    .split(';')
    .filter((text) => text.trim())
    .map((text) => {
      const colon = text.indexOf(':')
      const value = text.slice(colon + 1).replace(/!\s*important\s*$/i, '')
      return [text.slice(0, colon).trim().toLowerCase(), value.trim()]
    })
}

/** The name of the element that a value refers to, if any. */
export function checkDeclaration([property, value]: Declaration): string | undefined {
  if (!properties.has(property) && !/^-(-|inkscape-)/.test(property))
    refuse(`one with the property ${property.slice(0, 60)}`)
  const [whole = '', name] = /^url\(\s*["']?#([^"'()\s]+)["']?\s*\)/i.exec(value) ?? []
  if (/[(\\]|context-/.test(value.slice(whole.length).replace(FUNCTIONS, '')))
    refuse(`one with the value ${value.slice(0, 60)}`)
  return name
}
