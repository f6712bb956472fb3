import * as Comlink from 'comlink'
import { watchPolicy } from '../src/shared/load-failure.ts'
import type { RunResult } from '../src/shared/worker/api.ts'
import { registerErrorTransfer } from '../src/shared/worker/error-transfer.ts'
import { Engine } from './engine.ts'
import { sendHeartbeats } from './heartbeat.ts'

/** Hands the pixels of a result over, without a copy. */
class TransferringEngine extends Engine {
  override async run(...args: Parameters<Engine['run']>): Promise<RunResult> {
    const result = await super.run(...args)
    return result.bitmap ? Comlink.transfer(result, [result.bitmap]) : result
  }
}

watchPolicy()
registerErrorTransfer(Comlink.transferHandlers)
sendHeartbeats((heartbeat) => postMessage(heartbeat))
Comlink.expose(new TransferringEngine())
