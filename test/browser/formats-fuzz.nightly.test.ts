import { expect, it } from 'vitest'
import { failuresOfMutations, mutable } from './mutations.ts'

/** VITE_FUZZ_SEED repeats a night; VITE_FUZZ_COUNT makes it shorter. */
const { VITE_FUZZ_SEED, VITE_FUZZ_COUNT } = import.meta.env
const SEED = Number(VITE_FUZZ_SEED ?? Date.now() % 2 ** 31)
const COUNT = Number(VITE_FUZZ_COUNT ?? 1000)

it.each(mutable)(
  `${COUNT} mutations of %s end in an image or an error (seed ${SEED})`,
  {
    timeout: 3_600_000,
  },
  async (name) => {
    console.log(`seed ${SEED}: VITE_FUZZ_SEED=${SEED} repeats it`)
    expect(await failuresOfMutations(name, COUNT, SEED)).toEqual([])
  },
)
