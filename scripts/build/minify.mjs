/** Rolldown's option for what is published: without whitespace, with all names, so that a stack trace can be read. */
export const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } }

/** A plugin that changes the code of each script at the end. */
const rewriting = (name, change) => ({
  name,
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) chunk.code &&= change(chunk.code)
  },
})

/** The minifier writes every string as a template, but bundlers look for quoted URLs. */
export const quotedUrls = () =>
  rewriting('quoted-urls', (code) =>
    code
      .replace(/\b(new URL|import)\(`([^`$\\"]+)`/g, '$1("$2"')
      .replaceAll('{type:`module`}', '{type:"module"}'),
  )

/** Removes the marks of calls that a bundler may drop: a worker is run whole. */
export const withoutPureMarks = () =>
  rewriting('without-pure-marks', (code) => code.replaceAll('/* @__PURE__ */', ''))
