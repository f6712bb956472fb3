import * as Comlink from 'comlink'
import { watchPolicy } from '../src/shared/load-failure.ts'
import { registerErrorTransfer } from '../src/shared/worker/error-transfer.ts'
import { Engine } from './engine.ts'
import { sendSigns } from './signs.ts'

watchPolicy()
registerErrorTransfer(Comlink.transferHandlers)
sendSigns((sign) => postMessage(sign))
Comlink.expose(new Engine())
