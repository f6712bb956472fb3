import type { TestContext } from 'vitest'
import type { CutOut } from '../../bench/lib/cut-outs.ts'
import { fromPng } from '../../scripts/lib/pictures.ts'
import { needed } from './pictures.ts'

/** Returns a photograph and its reference. Skips the test if one is missing. */
export async function neededCutOut(name: string, test: TestContext): Promise<CutOut> {
  const photograph = await needed(`cutout/${name}.jpg`, test)
  return { photograph, reference: await fromPng(await needed(`cutout/${name}.out.png`, test)) }
}
