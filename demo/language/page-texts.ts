import { make } from '../dom.ts'
import { language, texts } from './language.ts'
import { textAt } from './text-at.ts'

const ATTRIBUTE = 'data-text-'

/** Puts the texts of the page's language where its HTML has the English ones. */
export function translatePage(): void {
  document.documentElement.lang = language
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    const { text } = element.dataset
    if (text) element.replaceChildren(...withCode(textAt(texts, text)))
    for (const { name, value } of [...element.attributes]) {
      if (name.startsWith(ATTRIBUTE))
        element.setAttribute(name.slice(ATTRIBUTE.length), textAt(texts, value))
    }
  }
}

/** The nodes of a text: what is between backticks is code. */
const withCode = (text: string): (Node | string)[] =>
  text.split('`').map((part, i) => (i % 2 ? make('code', {}, part) : part))
