import { byId, make } from './dom.ts'
import type { Json } from './json-paths.ts'
import { texts } from './language/language.ts'
import { currentRequest, onRequestChange } from './request-state.ts'

const { tasks } = texts

/** What most people come for: a name, and the request for it. */
const requests: [name: string, request: Json][] = [
  [tasks.remove, { background: { remove: 'auto' } }],
  [tasks.enlarge, { width: '200%' }],
  [tasks.restore, { width: '100%', preset: 'auto_enhance' }],
  [tasks.shrink, { max_length: 1600, max_file_size: '300KB' }],
]

/** Shows the tasks: before a picture is open each asks for one, later each runs on what is open. */
export function setUpTasks(
  open: (chosen: File[], request: Json) => void,
  run: (request: Json) => void,
): void {
  byId('tasks').append(...requests.map((task) => make('li', {}, picker(task, open))))
  const panel = byId('open-tasks')
  panel.append(
    ...requests.map(([name, request]) => {
      const onclick = () => run({ ...sourceOf(currentRequest()), ...request })
      return make('button', { type: 'button', className: 'button small', onclick }, name)
    }),
  )
  onRequestChange(({ url, urls }) => {
    panel.hidden = !(url || urls)
  })
}

function picker([name, request]: [string, Json], open: (chosen: File[], request: Json) => void) {
  const input = make('input', { type: 'file', multiple: true, accept: accepted() })
  input.addEventListener('change', () => {
    const chosen = [...(input.files ?? [])]
    input.value = ''
    if (chosen.length > 0) open(chosen, request)
  })
  return make('label', { className: 'button primary file' }, make('span', {}, name), input)
}

/** What the page's other pickers accept. */
const accepted = () => byId<HTMLInputElement>('file').accept

const sourceOf = ({ url, urls }: Json): Json => (urls ? { urls } : { url })
