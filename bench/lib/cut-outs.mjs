import { existsSync, readFileSync } from 'node:fs'

/** Photographs that have reference cut-outs. */
const names = ['animal-1', 'animal-3', 'car-2', 'girl-1']
const file = (name) => new URL(`../../../shared/data/cutout/${name}`, import.meta.url)

export const hasCutOuts = () => names.every((name) => existsSync(file(`${name}.out.png`)))

/** Returns the first `count` photographs and their references. */
export const cutOuts = (count = names.length) =>
  names.slice(0, count).map((name) => ({
    name,
    photograph: readFileSync(file(`${name}.jpg`)),
    reference: readFileSync(file(`${name}.out.png`)),
  }))
