/** Writes FOLDER/features.json: `node measure.mjs BUNDLE FOLDER`, of workers/evidence's measurePixels and featuresOf. */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [bundle, folder] = process.argv.slice(2)
const { featuresOf, measurePixels } = await import(pathToFileURL(bundle).href)
const features = []
for (const [i, [, width, height]] of JSON.parse(readFileSync(`${folder}/list.json`)).entries()) {
  const pixels = new Uint8ClampedArray(readFileSync(`${folder}/${i}.rgba`))
  const image = { width, height, pixels, alpha: false }
  const measured = await measurePixels(image, { checkpoint: async () => {} })
  features.push(featuresOf(measured) ?? null)
}
writeFileSync(`${folder}/features.json`, JSON.stringify(features))
