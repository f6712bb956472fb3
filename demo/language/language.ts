import { de } from './de.ts'
import { en, type Texts } from './en.ts'

const languages: Record<string, Texts> = { en, de }

const KEY = 'darkroom-demo-language'

/** The first language that the page has, of the one chosen and those that the browser prefers; English if there is none. */
export function firstKnown(chosen: string | null, preferred: readonly string[]): string {
  const codes = [chosen ?? '', ...preferred].map((tag) => tag.split('-')[0]?.toLowerCase() ?? '')
  return codes.find((code) => Object.hasOwn(languages, code)) ?? 'en'
}

/** The page's language, as a BCP 47 tag. */
export const language = firstKnown(chosenLanguage(), globalThis.navigator?.languages ?? [])

/** The page's texts. */
export const texts: Texts = languages[language] ?? en

function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** The page also works without storage: a choice is then forgotten. */
export function chooseLanguage(code: string): void {
  try {
    localStorage.setItem(KEY, code)
  } catch {}
}
