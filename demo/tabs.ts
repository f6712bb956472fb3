import { byId } from './dom.ts'
import { texts } from './language/language.ts'

const tabs = ['request', 'record', 'code', 'curl', 'fetch'] as const
type Tab = (typeof tabs)[number]

let shown: Tab = 'request'

const UNFOLDED = 'darkroom-demo-json'

/** Tabs after the ARIA pattern: one tab stop, arrow keys switch. They are folded away until they are opened once. */
export function setUpTabs(): void {
  const fold = byId<HTMLDetailsElement>('json')
  fold.open = localStorage.getItem(UNFOLDED) === 'true'
  fold.addEventListener('toggle', () => localStorage.setItem(UNFOLDED, String(fold.open)))
  for (const [index, tab] of tabs.entries()) {
    const button = byId(`tab-${tab}`)
    button.addEventListener('click', () => showTab(tab))
    button.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      const next = tabs[(index + step + tabs.length) % tabs.length]
      if (!step || !next) return
      showTab(next)
      byId(`tab-${next}`).focus()
    })
  }
  byId('copy').addEventListener('click', copy)
}

function showTab(tab: Tab): void {
  shown = tab
  byId(`tab-${tab}`).classList.remove('fresh')
  for (const each of tabs) {
    const button = byId(`tab-${each}`)
    button.setAttribute('aria-selected', String(each === tab))
    button.tabIndex = each === tab ? 0 : -1
    byId(`pane-${each}`).hidden = each !== tab
  }
}

async function copy(): Promise<void> {
  const text = byId<HTMLTextAreaElement>(shown).value
  const done = await navigator.clipboard.writeText(text).then(
    () => texts.json.copied,
    () => texts.json.notCopied,
  )
  const button = byId('copy')
  button.textContent = done
  setTimeout(() => {
    button.textContent = texts.json.copy
  }, 1500)
}
