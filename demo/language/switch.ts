import { byId } from '../dom.ts'
import { chooseLanguage, language } from './language.ts'

/**
 * Sets up the choice of the language, which is remembered. Every text is made once, so that the page is loaded again.
 * `beforeReload` keeps what is open.
 */
export function setUpLanguageSwitch(beforeReload: () => Promise<void>): void {
  const select = byId<HTMLSelectElement>('language')
  select.value = language
  select.addEventListener('input', async () => {
    chooseLanguage(select.value)
    await beforeReload()
    location.reload()
  })
}
