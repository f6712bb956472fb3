import { byId, complain, make } from '../dom.ts'
import { messageOf } from '../labels.ts'
import { texts } from '../language/language.ts'
import { type Kind, kinds } from './kinds.ts'
import { findStorage, registerStorage } from './registry.ts'

const form = byId<HTMLFormElement>('storage-form')
const chosen = byId<HTMLSelectElement>('storage-kind')
const name = byId<HTMLInputElement>('storage-name')
const fields = byId('storage-fields')
const problem = byId('storage-problem')

/** Sets up the form that adds a storage. It forgets its input once the storage is created. */
export function setUpStorageForm(): void {
  for (const [value, { label }] of Object.entries(kinds))
    chosen.append(make('option', { value }, label))
  chosen.addEventListener('input', ask)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    complain(problem, '')
    try {
      await add(kind(), name.value.trim())
      form.reset()
      ask()
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError'))
        complain(problem, messageOf(error))
    }
  })
  ask()
}

const kind = (): Kind => kinds[chosen.value] as Kind

/** The fields of the chosen kind. */
function ask(): void {
  complain(problem, '')
  const { fields: asked, note } = kind()
  const rows = asked.flatMap(({ key, label, secret, optional, hint = '' }) => {
    const input = make('input', {
      id: `storage-${key}`,
      name: key,
      type: secret ? 'password' : 'text',
      required: !optional,
      placeholder: hint,
      autocomplete: 'off',
    })
    return [make('label', { htmlFor: input.id }, label), input]
  })
  fields.replaceChildren(...rows, make('p', { className: 'note' }, note))
}

async function add({ label, fields: asked, open }: Kind, wanted: string): Promise<void> {
  if (!wanted || /[/\\]/.test(wanted)) throw new Error(texts.storages.badName)
  if (findStorage(wanted)) throw new Error(texts.storages.taken(wanted))
  const given = new FormData(form)
  const values = asked
    .map(({ key }) => [key, String(given.get(key) ?? '').trim()])
    .filter(([, value]) => value)
  registerStorage({ name: wanted, kind: label, storage: await open(Object.fromEntries(values)) })
}
