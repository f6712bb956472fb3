import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The pages of the site, in the order of its sidebar: path in the repository without `.md`, and title. */
export const sections = [
  {
    text: 'Guide',
    pages: [
      ['docs/start', 'Start in five minutes'],
      ['docs/recipes', 'Recipes'],
      ['docs/frameworks', 'React, Svelte, Vue'],
      ['docs/integrations', 'Forms, uploaders, editors'],
      ['docs/editors', 'Other editors'],
      ['docs/hosts', 'Extensions, apps, frames'],
      ['docs/install', 'Installation'],
      ['docs/deployment', 'Deployment'],
    ],
  },
  {
    text: 'Requests',
    pages: [
      ['docs/requests', 'Requests'],
      ['docs/fields', 'All fields'],
      ['docs/sizes', 'Sizes and fits'],
      ['docs/light-and-color', 'Light, colour and pages'],
      ['docs/white-balance', 'White balance and exposure'],
      ['docs/auto-enhance', 'Automatic enhancement'],
      ['docs/people', 'People and things'],
      ['docs/formats', 'Formats'],
    ],
  },
  {
    text: 'The object',
    pages: [
      ['docs/api', 'Methods, events, records'],
      ['docs/options', 'Options'],
      ['docs/errors', 'Errors'],
      ['docs/storages', 'Storages and batches'],
      ['docs/service-worker', 'HTTP and service worker'],
      ['docs/remote', 'The remote service'],
      ['docs/generative-values', 'Generative values'],
      ['site/reference/index', 'API reference'],
    ],
  },
  {
    text: 'What it is worth',
    pages: [
      ['docs/performance', 'Performance'],
      ['docs/downloads', 'Downloads'],
      ['docs/quality', 'Quality'],
      ['docs/fp16', 'Half precision'],
      ['docs/encoders', 'Encoders'],
      ['docs/browsers', 'Browsers'],
      ['docs/compatibility', 'Compatibility'],
    ],
  },
  {
    text: 'Trust',
    pages: [
      ['docs/privacy', 'Privacy'],
      ['SECURITY', 'Security'],
      ['THIRD_PARTY', 'Third parties'],
      ['CHANGELOG', 'Changelog'],
    ],
  },
]

const listed = new Set(sections.flatMap(({ pages }) => pages.map(([path]) => `${path}.md`)))

/** Whether a Markdown file of the repository is a page: those of the sidebar, what is generated, and the models' cards. */
export const isPage = (file) =>
  listed.has(file) ||
  /^(docs\/[^/]+|models\/[^/]+\/card|site\/(index|reference\/.+))\.md$/.test(file)

/** The path of a page on the site: `docs/install.md` is `install.md`, `models/nsfw/card.md` is `models/nsfw.md`. */
export const pathOnSite = (file) =>
  file
    .replace(/^(docs|site)\//, '')
    .replace(/^models\/(.+)\/card\.md$/, 'models/$1.md')
    .replace(/^[A-Z_]+\.md$/, (name) => name.toLowerCase().replace('_', '-'))

export const sidebar = sections.map(({ text, pages }) => ({
  text,
  items: pages
    .filter(([path]) => path.startsWith('site/') || existsSync(join(root, `${path}.md`)))
    .map(([path, title]) => ({
      text: title,
      link: `/${pathOnSite(`${path}.md`).replace(/(index)?\.md$/, '')}`,
    })),
}))

/** The target of a relative link: a page of the site, a file of the repository, or neither (another site, an anchor). */
export function target(href, from) {
  if (/^([a-z]+:|#|\/)/i.test(href)) return {}
  const [path = '', anchor] = decodeURI(href).split('#')
  const file = normalize(join(dirname(from), path))
  if (!isPage(file)) return { file }
  return { page: `/${pathOnSite(file)}${anchor === undefined ? '' : `#${anchor}`}` }
}
