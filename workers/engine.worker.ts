import * as Comlink from 'comlink'
import { watchPolicy } from '../src/contract/load-failure.ts'
import { registerErrorTransfer } from '../src/contract/worker/error-transfer.ts'
import { Engine } from './engine.ts'
import { sendSigns } from './signs.ts'

watchPolicy()
registerErrorTransfer(Comlink.transferHandlers)
sendSigns((sign) => postMessage(sign))
Comlink.expose(new Engine())
