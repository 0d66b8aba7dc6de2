import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type LoadBodies, type LoadPlan, runLoad } from './run-load.ts'

const claims: LoadBodies = {
  kind: 'claims',
  template: '{"dropId":"{{drop}}","wallet":"{{wallet}}"}',
  dropIds: ['drop'],
  walletPrefix: '1',
  namesWallet: true,
}
const accepted = (wallet: string) => JSON.stringify({ data: { claimDrop: { claim: { wallet } } } })
const refused = (code: string) =>
  JSON.stringify({ data: { claimDrop: null }, errors: [{ message: 'no', extensions: { code } }] })

const walletIn = async (request: IncomingMessage): Promise<string> => JSON.parse(await text(request)).wallet

describe('the load', () => {
  let server: Server | undefined

  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  const serve = async (listener: RequestListener): Promise<string> => {
    const started = createServer(listener)
    server = started
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(started.address() as AddressInfo).port}/graphql`
  }

  const load = (plan: Partial<LoadPlan> & { url: string }) =>
    runLoad({ headers: {}, connections: 4, bodies: claims, ...plan })

  it('counts accepted, refused (by code) and aborted requests', async () => {
    const wallets = new Set<string>()
    let asked = 0
    const url = await serve(async (request, response) => {
      const wallet = await walletIn(request)
      wallets.add(wallet)
      const turn = asked++ % 5
      if (turn === 0) response.end(accepted(wallet))
      else if (turn === 1) response.end(refused('DROP_SOLD_OUT'))
      else if (turn === 2) response.writeHead(503).end('busy')
      // Without a content-length, Node uses chunked encoding.
      else if (turn === 3) response.write(accepted(wallet), () => response.end())
      else request.socket.destroy()
    })
    const result = await load({ url, requests: 100 })
    expect(result).toMatchObject({
      sent: 100,
      answered: 80,
      accepted: 40,
      refused: { DROP_SOLD_OUT: 20, 'HTTP 503': 20 },
      failed: 20,
    })
    expect(wallets.size).toBe(100)
  })

  it('accepts no answer that names another wallet', async () => {
    const url = await serve((_request, response) => response.end(accepted('0x0')))
    expect(await load({ url, requests: 10 })).toMatchObject({ answered: 10, accepted: 0, failed: 10 })
  })

  it('counts requests without an answer in time', async () => {
    const url = await serve(() => {})
    const result = await load({ url, seconds: 0.1, drainMs: 200 })
    expect(result).toMatchObject({ sent: 4, answered: 0, failed: 4, failures: ['no answer in time'] })
  })

  it('sends the next request of a connection when the one before is answered', async () => {
    let atOnce = 0
    let most = 0
    const url = await serve(async (request, response) => {
      const wallet = await walletIn(request)
      most = Math.max(most, ++atOnce)
      await pause(20)
      atOnce--
      response.end(accepted(wallet))
    })
    const result = await load({ url, requests: 40 })
    expect(most).toBe(4)
    expect(result.latencyMs.p50).toBeGreaterThanOrEqual(19)
    // Ten rounds of 20 ms.
    expect(result.seconds).toBeGreaterThanOrEqual(0.19)
    expect(result.ratePerSecond).toBeCloseTo(40 / result.seconds)
  })

  it('counts the wait of requests that were due while the server was blocked', async () => {
    let isFirst = true
    const url = await serve(async (request, response) => {
      const wallet = await walletIn(request)
      const isHeldUp = isFirst
      isFirst = false
      if (isHeldUp) await pause(500)
      response.end(accepted(wallet))
    })
    // One connection, with a request due every 10 ms. Half of the 100 requests waited, the median one for 250 ms.
    const result = await load({ url, connections: 1, ratePerSecond: 100, seconds: 1 })
    expect(result).toMatchObject({ sent: 100, accepted: 100, failed: 0 })
    expect(result.latencyMs.max).toBeGreaterThanOrEqual(499)
    expect(result.latencyMs.p90).toBeGreaterThanOrEqual(380)
  })

  it('keeps to the rate that it is given', async () => {
    const url = await serve(async (request, response) => response.end(accepted(await walletIn(request))))
    const result = await load({ url, connections: 8, ratePerSecond: 200, seconds: 0.5 })
    expect(result).toMatchObject({ sent: 100, accepted: 100 })
    expect(result.seconds).toBeGreaterThanOrEqual(0.49)
  })
})
