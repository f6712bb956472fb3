/** Rolldown's option for what is published: without whitespace, with all names, so that a stack trace can be read. */
export const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } }

/** The minifier writes every string as a template, but bundlers look for quoted URLs. */
export function quotedUrls() {
  return {
    name: 'quoted-urls',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        chunk.code &&= chunk.code
          .replace(/\b(new URL|import)\(`([^`$\\"]+)`/g, '$1("$2"')
          .replaceAll('{type:`module`}', '{type:"module"}')
      }
    },
  }
}

/** Removes the marks of calls that a bundler may drop: a worker is run whole. */
export function withoutPureMarks() {
  return {
    name: 'without-pure-marks',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        chunk.code &&= chunk.code.replaceAll('/* @__PURE__ */', '')
      }
    },
  }
}
