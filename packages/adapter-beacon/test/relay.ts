import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A relay on loopback. It answers requests for a round like drand's HTTP API, unless `misbehave` handles the request. */
export interface Relay {
  readonly url: string
  /** The paths of the requests so far. */
  readonly asked: string[]
}

type Rounds = readonly { round: number; signature: string; randomness: string }[]

export async function startRelay(
  rounds: Rounds,
  misbehave?: (round: number, response: ServerResponse) => boolean | undefined,
): Promise<Relay> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const round = Number(request.url?.match(/^\/[0-9a-f]{64}\/public\/(\d+)$/)?.[1])
    if (misbehave?.(round, response) === true) return
    const found = rounds.find((one) => one.round === round)
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? { error: 'not found' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked }
}

/** Rounds that quicknet has published. The tests verify their signatures against the pinned key. */
export const PUBLISHED_ROUNDS: readonly { round: number; signature: string; randomness: string }[] = [
  {
    round: 1000,
    signature:
      'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
    randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  },
  {
    round: 12_040_883,
    signature:
      '929906c959032ab363c9f26570d215d66f5c06cb0c44fe508c12bb5839f04ec895bb6868e5b9ff13ab289bdb5266b394',
    randomness: '173df1f57805453a8d2015268205d68147de12cafc2f451f7bc6adadca3571b3',
  },
  {
    round: 32_285_085,
    signature:
      '81dbce51d584d90d618547f4b50391d53ace6f6b9aeb8fb67e1879427af9d0310ac0ec6f519271d9a313ee84b378d416',
    randomness: 'd42020c3c65a4ec6adda3a69fdd41a698f31b661859e0e00f1276580a41d67ce',
  },
  {
    round: 32_285_086,
    signature:
      'a64d99fd7fa3e48912be7209c7b69c72c88fc5224be2516949b6f29f3a4b7e3fa069dd58b2bbb4bf2c34ae61ef631a44',
    randomness: '13bfa6a42a5a93d0f642e8d4548c2a94ea71b39585f65fd2842e0484d58d5554',
  },
]
