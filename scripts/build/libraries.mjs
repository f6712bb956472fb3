import { dirname, relative, resolve } from 'node:path'

/**
 * Loads parts of the worker by URL: `import('<id>')` becomes an import of `new URL('./<name>.js', import.meta.url)`, and
 * each part is built as a script of its own. A bundler copies such a script as it is, and finds one script for the
 * worker: Vite before 8 refuses to split workers into chunks unless it is configured.
 * @param root the folder of the project, which paths in `libraries` start from.
 * @param libraries packages and files of the project, by name.
 * @param formats receives the files of the other decoders, by name: they all go into `formats.js`.
 */
export function librariesByUrl(root, libraries, formats = new Map()) {
  const names = new Map(Object.entries(libraries).map(([name, id]) => [id, name]))
  return {
    name: 'libraries-by-url',
    resolveId: {
      async handler(id, importer, { kind }) {
        if (kind !== 'dynamic-import') return undefined
        const file = id.startsWith('.') ? relative(root, resolve(dirname(importer), id)) : id
        const library = names.get(file)
        if (library) return { id: `./${library}.js`, external: true }
        const [, decoder] = file.match(/^workers\/codecs\/formats\/(.*?)(\/decode)?\.ts$/) ?? []
        if (!decoder) return undefined
        const name = decoder.replace(/\W/g, '_')
        formats.set(name, resolve(root, file))
        return { id: `./formats.js#${name}`, external: true }
      },
    },
    // Written after minification, which would remove the comments.
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) chunk.code &&= byUrl(chunk.code)
    },
  }
}

const byUrl = (code) => {
  const parts = code.replace(/\bimport\("\.\/formats\.js#(\w+)"\)/g, '$formats("$1")')
  const loader = 'const $formats=async name=>(await import("./formats.js"))[name];\n'
  return (parts === code ? code : parts + loader).replace(
    /\bimport\("(\.\/[\w.-]+\.js)"\)/g,
    'import(/* webpackIgnore: true */ /* @vite-ignore */ new URL("$1",import.meta.url).href)',
  )
}

/** The entry of `formats.js`: each decoder under its name, in their order, as they were found in any. */
export const formatsEntry = (formats) => ({
  name: 'formats-entry',
  resolveId: { filter: { id: /^formats$/ }, handler: () => 'formats' },
  load: {
    filter: { id: /^formats$/ },
    handler: () =>
      [...formats]
        .sort()
        .map(([name, file]) => `export * as ${JSON.stringify(name)} from ${JSON.stringify(file)}`)
        .join('\n'),
  },
})
