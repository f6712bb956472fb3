import { relative } from 'node:path'
import { root, target } from './pages.mjs'

/**
 * A markdown-it plugin. Documents link each other by their paths in the repository: these links become those of the
 * site. A link to any other file leads to the repository if its address is known, and is plain text otherwise.
 * @param {string | undefined} repository base URL of the repository's files
 */
export const siteLinks = (repository) => (md) => {
  md.core.ruler.push('site-links', ({ tokens, env }) => {
    // VitePress also parses headings by themselves, for titles.
    if (!env?.path) return
    const from = relative(root, env.realPath ?? env.path)
    for (const { children } of tokens) if (children) rewrite(children, from, repository)
  })
}

function rewrite(tokens, from, repository) {
  const opened = []
  for (const token of tokens) {
    if (token.type === 'link_open') opened.push(linkTo(token, from, repository))
    else if (token.type === 'link_close' && opened.pop() === undefined) token.hidden = true
  }
}

/** Returns the new target; undefined if there is none, and the link is hidden. */
function linkTo(token, from, repository) {
  const href = token.attrGet('href')
  const { page, file } = target(href, from)
  const to = page ?? (file === undefined ? href : repository && `${repository}/${file}`)
  if (to === undefined) Object.assign(token, { hidden: true, tag: '', attrs: [['href', '#']] })
  else token.attrSet('href', to)
  return to
}
