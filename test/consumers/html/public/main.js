import { createDarkroom } from './darkroom/index.js'
import { upscale } from './page.js'

const assetsUrl = new URLSearchParams(location.search).get('assets') ?? 'darkroom'
upscale(createDarkroom, { assetsUrl })
