import { dirname } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { application, example, pack, remove } from './applications.ts'

/** Packs Darkroom for a file's tests, and installs it in applications that are removed after them. */
export function usePackage() {
  let tarball: string
  const made: string[] = []
  beforeAll(async () => {
    tarball = await pack()
    made.push(dirname(tarball))
  })
  afterAll(() => remove(...made))

  const kept = async (folder: string) => {
    made.push(folder)
    return folder
  }
  return {
    tarball: () => tarball,
    /** One of the applications in this folder. */
    install: async (...[name, folder, ...packages]: Parameters<typeof application>) =>
      kept(await application(name, folder, ...packages, tarball)),
    installExample: async (name: string) => kept(await example(name, tarball)),
  }
}
