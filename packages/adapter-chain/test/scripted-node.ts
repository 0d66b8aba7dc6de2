import { GrpcTypes, SuiGrpcClient } from '@mysten/sui/grpc'
import { onTestFinished } from 'vitest'
import { guardCalls } from '../src/sui/chain-calls.ts'
import { type Handlers, startGrpcWebServer } from './loopback-node/grpc-web-server.ts'
import { realTime } from './real-time.ts'

/** A node that only gives scripted answers, for behavior that is rare on a real node. */
export async function startScriptedNode(
  ledger: Handlers,
  headers: () => Readonly<Record<string, string>> = () => ({}),
) {
  const server = await startGrpcWebServer({
    services: [{ service: GrpcTypes.LedgerService, handlers: ledger }],
    nextFault: () => undefined,
    headers,
  })
  onTestFinished(() => server.close())
  return {
    client: new SuiGrpcClient({ network: 'loopback', baseUrl: server.url }),
    calls: guardCalls({ time: realTime, limits: { attempts: 1 } }),
  }
}
