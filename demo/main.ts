import { createDarkroom } from '../src/index.ts'

Object.assign(window, { darkroom: createDarkroom() })
