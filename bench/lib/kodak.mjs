import { readFileSync } from 'node:fs'
import { findData } from '../../scripts/lib/shared-data.mjs'

/** Photographs of the Kodak set, 768 x 512. The last three are in portrait orientation. */
export const kodakNames = ['01', '03', '05', '07', '11', '13', '15', '21', '23', '09', '17', '19']

/** In a clone without ../shared/data they are JPEGs: good enough to try a command, not for figures. */
const kodakPaths = () => kodakNames.map((name) => findData(`kodak/kodim${name}.png`))

/** The files as a map from path to bytes, for `serve`. */
export const kodakFiles = () =>
  new Map(kodakPaths().map((file, i) => [`/kodak/${kodakNames[i]}`, readFileSync(file)]))
