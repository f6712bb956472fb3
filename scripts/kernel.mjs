/** Assembles workers/image/kernel/kernel.wat. */
import { writeFileSync } from 'node:fs'
import { assembleKernel, kernelModule } from './build/kernel.mjs'

writeFileSync(kernelModule, await assembleKernel())
