import * as Comlink from 'comlink'
import { registerErrorTransfer } from '../src/contract/worker/error-transfer.ts'
import { Engine } from './engine.ts'

registerErrorTransfer(Comlink.transferHandlers)
Comlink.expose(new Engine())
