import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Reads a JSON object, or returns `fallback` if there is no file. @throws if the file holds no JSON object. */
export function readJson(file, fallback) {
  if (fallback && !existsSync(file)) return fallback
  const value = parsed(readFileSync(file, 'utf8'))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new Error(
    `Expected a JSON object in ${file} but received something else: it stays as it is`,
  )
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes a file atomically. */
export function writeJson(file, value) {
  const part = `${file}.${process.pid}.part`
  writeFileSync(part, `${JSON.stringify(value, null, 2)}\n`)
  renameSync(part, file)
}
