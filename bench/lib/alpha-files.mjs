import { readdirSync } from 'node:fs'
import { findData } from '../../scripts/lib/shared-data.mjs'

const masks = (folder, filter) => {
  const found = findData(folder)
  return (found ? readdirSync(found) : [])
    .filter((name) => name.endsWith('.png') && filter.test(name))
    .sort()
    .map((name) => `/shared-data/${folder}/${name}`)
}

const files = [
  ...masks('cutout', /\.out\.png$/),
  ...masks('matting/people', /./),
  ...masks('matting/things', /^caltech-/).filter((_, i) => i % 14 === 0),
]

/** Every nth of some files, from the second on: rules are chosen on others. */
const every = (n, all) => all.filter((_, i) => i % n === 1)

/** Paths of pictures of people with their masks, in such a page. */
export const people = [
  ...every(2, masks('matting/people', /./)),
  ...every(27, masks('matting/street', /./)),
]

/**
 * Paths of images with an alpha, in such a page: cut-outs, portraits, and things with the masks of a network. Every second
 * one: the others are those that rules are chosen on.
 */
export const judgedOn = every(2, files)

/**
 * What the training of `matte` held out, in such a page: every tenth of each folder by name; of things a third of those.
 * The alpha of two portraits keeps parts of the studio's backdrop: they say nothing about hair. Two of the things are people.
 */
const heldOut = (folder) => masks(`matting/${folder}`, /./).filter((_, i) => i % 10 === 0)
export const heldOutPictures = {
  'held-out street': heldOut('street'),
  'held-out heads': heldOut('people'),
  'held-out hair': heldOut('people').filter((path) => !/\/0[12]0f\.png$/.test(path)),
  'held-out things': heldOut('things')
    .filter((_, i) => i % 3 === 0)
    .filter((path) => !/caltech-Faces|running_shoe/.test(path)),
}
