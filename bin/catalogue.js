import { readJson } from './json.js'
import { knownModels } from './known-models.js'

const NEEDED = ['use', 'width', 'height', 'mean', 'deviation', 'licence']

/**
 * Finds a model by name: in the given catalogue, else among the known models.
 * @throws if it is in neither, or its entry is incomplete.
 */
export function modelCalled(name, catalogue) {
  const models = { ...knownModels, ...(catalogue && readJson(catalogue)) }
  if (!name || !Object.hasOwn(models, name)) {
    const names = Object.keys(models).join(', ')
    throw new Error(`Expected one of ${names} but received ${name ?? 'no name'}`)
  }
  // The name becomes a file name.
  if (!/^\w[\w.-]*$/.test(name)) {
    throw new Error(`Expected letters, digits, dots and dashes as a name but received ${name}`)
  }
  const missing = NEEDED.filter((field) => models[name]?.[field] === undefined)
  if (missing.length > 0)
    throw new Error(`Expected ${missing.join(', ')} of ${name} in ${catalogue}`)
  const { md5, sha256 } = models[name]
  if (!md5 && !sha256) throw new Error(`Expected md5 or sha256 of ${name} in ${catalogue}`)
  return models[name]
}
