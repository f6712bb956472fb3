import type { Plugin } from 'vite'
import { en } from './en.ts'
import { textAt } from './text-at.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const withCode = (text: string) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** Puts the English texts where the HTML has their keys, `{views.title}`, and keeps the keys for other languages. */
export const withTexts = (html: string): string =>
  html
    .replace(
      /([a-z-]+)="\{([\w.]+)\}"/g,
      (_, name, key) => `${name}="${escaped(textAt(en, key))}" data-text-${name}="${key}"`,
    )
    .replace(
      />\s*\{([\w.]+)\}\s*</g,
      (_, key) => ` data-text="${key}">${withCode(textAt(en, key))}<`,
    )

/** Vite's plugin for the pages of the demo. */
export const htmlTexts = (): Plugin => ({
  name: 'html-texts',
  transformIndexHtml: { order: 'pre', handler: withTexts },
})
