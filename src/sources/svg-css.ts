/** What CSS can declare that costs more than the element that it is declared for. */
const COSTLY = /url\(\s*["']?\s*#|blur\(|drop-shadow\(|data:\s*(?:image\/svg|text\/css)/i
/** Elements that are compared with a selector in the time that one is drawn. */
const COMPARED = 1_000
/** Selectors whose strings, if any, are closed: what is not may have been cut inside a string that holds a brace. */
const CLOSED = /^(?:[^"'\\]|"[^"'\\{}]*"|'[^"'\\{}]*')*$/
/** Selectors that stand for what only their parent rule names. */
const RELATIVE = /&|^\s*(?:from|to)\b/i

/** CSS or an attribute as engines read it: without comments, line breaks and runs of spaces, and with its escapes replaced. */
export function normalizeCss(css: string): string {
  const text = css.includes('/*') ? css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '') : css
  const escaped = text.includes('\\')
    ? text
        .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code) => character(Number.parseInt(code, 16)))
        .replace(/\\([^0-9a-f])/gi, '$1')
    : text
  return escaped
    .replace(/[\t\n\r]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const character = (code: number) => (code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code))

/** The text of each style sheet inside a drawing. */
export const styleSheets = (root: Element) =>
  [...root.querySelectorAll('style')].map(({ textContent }) => textContent ?? '')

/**
 * What style sheets declare that may cost much, by element. Where it is not sure which elements a rule matches, it is all.
 * @param spend Called before elements are compared and kept; throws to stop.
 */
export function costlyRules(
  root: Element,
  sheets: string[],
  spend: (cost: number) => void,
): Map<Element, string> {
  const found = new Map<Element, string>()
  const all = root.getElementsByTagName('*')
  for (const sheet of sheets) {
    // One pattern for rules would look for a brace from each character on.
    for (const rule of sheet.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').split('}')) {
      const [declared = '', selector, ...outer] = rule.split('{').reverse()
      const body = normalizeCss(isSure(selector, outer) ? declared : rule)
      if (!COSTLY.test(body) || /^\s*@font-face\s*$/i.test(selector ?? '')) continue
      spend(1 + all.length / COMPARED)
      const isOfAll = !isSure(selector, outer) || body.includes('--')
      for (const element of (isOfAll ? undefined : selected(root, selector)) ?? [root, ...all]) {
        spend(1)
        found.set(element, `${found.get(element) ?? ''};${body}`)
      }
    }
  }
  return found
}

function isSure(selector: string | undefined, outer: string[]): selector is string {
  if (selector === undefined || RELATIVE.test(selector) || !CLOSED.test(selector)) return false
  return !COSTLY.test(normalizeCss([selector, ...outer].join('{')))
}

/** The elements that a selector matches; undefined if it cannot be read. */
function selected(root: Element, selector: string): Iterable<Element> | undefined {
  try {
    return root.ownerDocument.querySelectorAll(selector.slice(selector.lastIndexOf(';') + 1))
  } catch {
    return undefined
  }
}
