import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, AnswerParser } from './connection.ts'
import { requestSource, walletOf } from './request-source.ts'
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

const bodyOf = (request: string): string => request.slice(request.indexOf('\r\n\r\n') + 4)

describe('the requests of a load', () => {
  it('name another wallet for each counter and each run', () => {
    const place = fc.tuple(fc.nat({ max: 0xfffffffe }), fc.nat({ max: 0xffff }))
    fc.assert(
      fc.property(fc.uniqueArray(place, { selector: String, minLength: 2 }), (places) => {
        const wallets = places.map(([counter, run]) => walletOf(run.toString(16), counter))
        expect(new Set(wallets).size).toBe(places.length)
        for (const wallet of wallets) expect(wallet).toMatch(/^0x[0-9a-f]{64}$/)
      }),
    )
  })

  it('use the drops in turn and set the content length', () => {
    const source = requestSource({
      url: 'http://127.0.0.1:1/graphql',
      headers: { Authorization: 'Bearer key' },
      connections: 1,
      requests: 4,
      bodies: {
        kind: 'claims',
        template: '{"drop":"{{drop}}","wallet":"{{wallet}}"}',
        dropIds: ['one', 'three'],
        walletPrefix: 'a',
        namesWallet: true,
      },
    })
    const requests = Array.from({ length: 4 }, () => source.next())
    expect(requests.map(({ text }) => JSON.parse(bodyOf(text)).drop)).toEqual([
      'one',
      'three',
      'one',
      'three',
    ])
    for (const { text, wallet } of requests) {
      expect(JSON.parse(bodyOf(text)).wallet).toBe(wallet)
      expect(text).toContain(`\r\nContent-Length: ${bodyOf(text).length}\r\n`)
      expect(text).toContain('\r\nAuthorization: Bearer key\r\n')
    }
  })
})

const withLength = (body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const inChunks = (parts: readonly string[]): string => {
  const chunks = parts
    .filter((part) => part !== '')
    .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
  return `HTTP/1.1 503 Busy\r\ntransfer-encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`
}

const arbitraryBody = fc.string({
  unit: fc.constantFrom('a', '\r', '\n', '0', ':', '{', '}', '"'),
  maxLength: 40,
})
const anyAnswer = fc.oneof(
  arbitraryBody.map((body) => ({ sent: withLength(body), seen: { status: 200, body, closes: false } })),
  fc.array(arbitraryBody).map((parts) => ({
    sent: inChunks(parts),
    seen: { status: 503, body: parts.join(''), closes: false },
  })),
)

describe('the parser of answers', () => {
  it('gives the same answers however their bytes were cut', () => {
    fc.assert(
      fc.property(fc.array(anyAnswer), fc.array(fc.nat({ max: 60 })), (answers, cuts) => {
        const parser = new AnswerParser()
        const seen: Answer[] = []
        let rest = answers.map(({ sent }) => sent).join('')
        for (const cut of cuts) {
          parser.push(rest.slice(0, cut), (answer) => seen.push(answer))
          rest = rest.slice(cut)
        }
        parser.push(rest, (answer) => seen.push(answer))
        expect(seen).toEqual(answers.map((answer) => answer.seen))
      }),
    )
  })

  it('says when the server ends the connection after an answer', () => {
    const seen: boolean[] = []
    const text = 'HTTP/1.1 200 OK\r\nConnection: close\r\ncontent-length: 0\r\n\r\n'
    new AnswerParser().push(text, ({ closes }) => seen.push(closes))
    expect(seen).toEqual([true])
  })

  it('throws for an invalid answer', () => {
    expect(() => new AnswerParser().push('HTTP/1.1 200 OK\r\n\r\n', () => {})).toThrow('unknown length')
    expect(() => new AnswerParser().push('SSH-2.0\r\n\r\n', () => {})).toThrow('no HTTP/1.1 answer')
  })
})
