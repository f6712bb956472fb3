import { createDarkroom } from 'darkroom-web/external-assets'
import { upscale } from './page.js'

upscale(createDarkroom, { assetsUrl: '/darkroom/' })
