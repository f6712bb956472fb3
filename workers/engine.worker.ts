import * as Comlink from 'comlink'
import { registerErrorTransfer } from '../src/engine/transfer.ts'
import { Engine } from './engine.ts'

registerErrorTransfer()
Comlink.expose(new Engine())
