/** Writes FOLDER/OUT.json, what `look` of BUNDLE finds in each picture: `node measure.mjs BUNDLE FOLDER OUT.json`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [bundle, folder, out] = process.argv.slice(2)
const { look } = await import(pathToFileURL(bundle).href)
const found = []
for (const [i, [, width, height]] of JSON.parse(readFileSync(`${folder}/list.json`)).entries()) {
  const pixels = new Uint8ClampedArray(readFileSync(`${folder}/${i}.rgba`))
  found.push((await look({ width, height, pixels, alpha: false })) ?? null)
}
writeFileSync(`${folder}/${out}`, JSON.stringify(found))
