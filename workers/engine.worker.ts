import * as Comlink from 'comlink'
import { watchPolicy } from '../src/shared/load-failure.ts'
import { registerErrorTransfer } from '../src/shared/worker/error-transfer.ts'
import { Engine } from './engine.ts'
import { sendHeartbeats } from './heartbeat.ts'

watchPolicy()
registerErrorTransfer(Comlink.transferHandlers)
sendHeartbeats((heartbeat) => postMessage(heartbeat))
Comlink.expose(new Engine())
