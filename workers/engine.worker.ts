import * as Comlink from 'comlink'
import { registerErrorTransfer } from '../src/contract/engine/error-transfer.ts'
import { Engine } from './engine.ts'

registerErrorTransfer(Comlink.transferHandlers)
Comlink.expose(new Engine())
