import { removeBackground } from '@imgly/background-removal'

const publicPath = new URL('/imgly/', location.href).href

/** Removes the background of the file at `path` with the library's defaults but for the model, and PUTs the PNG to `to`. */
async function job(path, model, to) {
  const file = new Blob([await (await fetch(path)).blob()], { type: 'image/jpeg' })
  const start = performance.now()
  const png = await removeBackground(file, { publicPath, model })
  const end = performance.now()
  if (to) await fetch(to, { method: 'PUT', body: png })
  return { ms: end - start, since: end }
}

window.bench = { job }
