import { createDarkroom } from 'darkroom-web'

Object.assign(window, { darkroom: createDarkroom({ provider: 'wasm' }) })
