import { createDarkroom } from 'darkroom-web'
import { upscale } from './page.js'

upscale(createDarkroom, { assetsUrl: '/darkroom/' })
