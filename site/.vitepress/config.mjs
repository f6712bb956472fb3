import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteLinks } from './links.mjs'
import { isPage, pathOnSite, root, sidebar } from './pages.mjs'
import { slug } from './slug.mjs'

const { version, description, repository } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
/** Such as `https://github.com/<owner>/<name>/blob/main`, once package.json names a repository. */
const files = repository?.url?.replace(/^git\+|\.git$/g, '').concat('/blob/main')

/** What of the repository's root has no page. */
const others = readdirSync(root)
  .filter((name) => !['docs', 'models', 'site'].includes(name) && !isPage(name))
  .map((name) => (/\.\w+$/.test(name) ? name : `${name}/**`))

const icon = readFileSync(join(root, 'demo/icon.svg'), 'base64')

/** The red of the demo page; lighter on dark ground. */
const colors = `
:root { --vp-c-brand-1: #b8321c; --vp-c-brand-2: #c8371f; --vp-c-brand-3: #c8371f; --vp-c-brand-soft: #c8371f24 }
.dark { --vp-c-brand-1: #f08a76; --vp-c-brand-2: #e26b53; --vp-c-brand-3: #c8371f }`

/** Pages become Vue components. They lie outside of the site's folder, where Vue would not be found. */
const vueOfSite = {
  name: 'vue-of-site',
  enforce: 'pre',
  resolveId(id, importer, { ssr }) {
    if (!/^vue($|\/)/.test(id)) return undefined
    if (ssr) return { id, external: true }
    if (!importer?.endsWith('.md')) return undefined
    return this.resolve(id, join(root, 'site/package.json'), { skipSelf: true })
  },
}

/** The Markdown files of the repository are the pages: nothing is copied. */
export default {
  title: 'Darkroom',
  description,
  lang: 'en',
  head: [
    ['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}` }],
    ['style', {}, colors],
  ],
  srcDir: '..',
  srcExclude: [...others, 'models/build/**', 'site/node_modules/**'],
  rewrites: (file) => (isPage(file) ? pathOnSite(file) : file),
  markdown: {
    anchor: { slugify: slug },
    toc: { slugify: slug },
    config: (md) => md.use(siteLinks(files)),
    languageAlias: { jsonc: 'json' },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Recipes', link: '/recipes' },
      { text: 'Fields', link: '/fields' },
      { text: 'API', link: '/api' },
      { text: version, link: '/changelog' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
  vite: {
    // The root of the site's Vite is the repository: neither its configuration nor its pages are the site's.
    configFile: false,
    plugins: [vueOfSite],
    optimizeDeps: { entries: [] },
  },
}
