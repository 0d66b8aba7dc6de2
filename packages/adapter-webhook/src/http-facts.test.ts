import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { Address, WebhookMessage } from '@dropkit/core'
import type { buildConnector } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../test/receiver.ts'
import { createPinnedAddresses } from './address-guard.ts'
import { createHttpFacts, type HttpFactsOptions, httpFactKind } from './http-facts.ts'
import {
  createWebhookSecret,
  createWebhookSender,
  MAX_RETRY_AFTER_MS,
  retryAfterMsOf,
  type WebhookSenderOptions,
} from './webhook-sender.ts'

const [ALICE, BOB, EVE] = ['0xa11ce', '0xb0b', '0xeee'] as Address[] as [Address, Address, Address]
const LEVEL = { source: 'own:http', subject: 'guild/level' } as const

function factsFrom(url: string, options: Partial<HttpFactsOptions> = {}) {
  const facts = createHttpFacts({
    url,
    privateHosts: ['127.0.0.1', 'facts.example'],
    monotonicNow: () => performance.now(),
    ...options,
  })
  onTestFinished(() => facts.close())
  return facts
}

async function read(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const answering = (answer: unknown, status = 200) =>
  startReceiver((incoming, response: ServerResponse) => {
    incoming.resume()
    response.writeHead(status).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })

describe('an endpoint that answers', () => {
  test('is asked once for all wallets, with its token, and returns its facts', async () => {
    const asked: { body: unknown; request: IncomingMessage }[] = []
    const { url } = await startReceiver(async (incoming, response) => {
      asked.push({ body: await read(incoming), request: incoming })
      response.end(
        JSON.stringify({ facts: { [ALICE]: '340282366920938463', [BOB]: 2, [EVE]: '1', '0xother': 9 } }),
      )
    })
    const facts = await factsFrom(url, { token: 'secret' }).ask(LEVEL, [ALICE, BOB])
    expect(facts).toEqual(
      new Map([
        [ALICE, 340282366920938463n],
        [BOB, 2n],
      ]),
    )
    expect(asked).toHaveLength(1)
    expect(asked[0]?.body).toEqual({ fact: 'guild/level', wallets: [ALICE, BOB] })
    expect(asked[0]?.request.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
    })
  })

  test('leaves out unknown wallets', async () => {
    const { url } = await answering({ facts: { [BOB]: '2' } })
    expect(await factsFrom(url).ask(LEVEL, [ALICE, BOB])).toEqual(new Map([[BOB, 2n]]))
  })

  test.each([
    ['is no JSON', 'certainly', 'not JSON of the form'],
    ['has no facts', {}, 'not JSON of the form'],
    ['has a list of facts', { facts: [1] }, 'not JSON of the form'],
    ['has a number of facts', { facts: 1 }, 'not JSON of the form'],
    ['has a fraction', { facts: { [ALICE]: 1.5 } }, 'is not a whole number'],
    ['has a negative number', { facts: { [ALICE]: '-1' } }, 'is not a whole number'],
    ['has a flag', { facts: { [ALICE]: true } }, 'is not a whole number'],
    ['has a number that JavaScript cannot hold', { facts: { [ALICE]: 2 ** 60 } }, 'is not a whole number'],
    ['is too long', { facts: {}, more: 'x'.repeat(300_000) }, 'more than 262144 bytes'],
  ])('is not believed if the answer %s', async (_, answer, said) => {
    const { url } = await answering(answer)
    await expect(factsFrom(url).ask(LEVEL, [ALICE])).rejects.toThrow(said)
  })
})

describe('an endpoint that fails', () => {
  test.each([204, 302, 401, 404, 500])('with status %i is not believed', async (status) => {
    const { url } = await answering({ facts: { [ALICE]: 1 } }, status)
    await expect(factsFrom(url).ask(LEVEL, [ALICE])).rejects.toThrow(`status ${status}`)
  })

  test('by silence is given up in time, before or within its answer', async () => {
    const silent = await startReceiver((incoming) => void incoming.resume())
    const dribbling = await startReceiver((incoming, response) => {
      incoming.resume()
      response.writeHead(200).write('{"facts":')
    })
    for (const { url } of [silent, dribbling]) {
      const startedAt = performance.now()
      await expect(factsFrom(url, { timeoutMs: 200 }).ask(LEVEL, [ALICE])).rejects.toThrow(
        'no answer within 200 ms',
      )
      expect(performance.now() - startedAt).toBeLessThan(2_000)
    }
  })

  test('five times is left alone for a second, then twice as long, until one call succeeds', async () => {
    let [now, calls, status] = [0, 0, 500]
    const { url } = await startReceiver((incoming, response) => {
      calls++
      incoming.resume()
      response.writeHead(status).end('{"facts":{}}')
    })
    const facts = factsFrom(url, { monotonicNow: () => now })
    const ask = () =>
      facts.ask(LEVEL, [ALICE]).then(
        () => 'answered',
        ({ message }: Error) => message,
      )
    for (let turn = 0; turn < 5; turn++) expect(await ask()).toContain('status 500')
    expect(await ask()).toContain('asked again later')
    now += 1_000
    const probes = await Promise.all([ask(), ask()])
    expect(probes.toSorted()).toEqual([
      'the endpoint answered with status 500',
      'the endpoint failed before and is asked again later',
    ])
    now += 1_999
    expect(await ask()).toContain('asked again later')
    now += 1
    status = 200
    expect(await ask()).toBe('answered')
    expect(await ask()).toBe('answered')
    expect(calls).toBe(8)
  })

  test.each([
    ['an unknown fact', 404, ''],
    ['a fact that is not its own', 403, ''],
    ['a malformed answer', 200, 'certainly'],
    ['a fact that is not a number', 200, JSON.stringify({ facts: { [ALICE]: true } })],
  ])('with %s five times is left alone about this fact only', async (_what, status, answer) => {
    let now = 0
    const asked: string[] = []
    let isKnown = false
    const { url } = await startReceiver(async (incoming, response) => {
      const { fact } = (await read(incoming)) as { fact: string }
      asked.push(fact)
      if (fact === LEVEL.subject || isKnown) response.end('{"facts":{}}')
      else response.writeHead(status).end(answer)
    })
    const facts = factsFrom(url, { monotonicNow: () => now })
    const ask = (subject: string) =>
      facts.ask({ ...LEVEL, subject }, [ALICE]).then(
        () => 'answered',
        ({ message }: Error) => message,
      )
    for (let turn = 0; turn < 20; turn++) {
      const message = await ask('other')
      expect(message.includes('this fact failed before and is asked again later')).toBe(turn >= 5)
      expect(await ask(`other/${turn}`)).not.toContain('asked again later')
    }
    expect(asked.filter((fact) => fact === 'other')).toHaveLength(5)
    expect(await ask(LEVEL.subject)).toBe('answered')
    now += 1_000
    isKnown = true
    expect(await ask('other')).toBe('answered')
    expect(await ask('other')).toBe('answered')
  })

  test.each([429, 503])('with status %i five times is left alone about all facts', async (status) => {
    const { url, connections } = await answering({}, status)
    const facts = factsFrom(url, { monotonicNow: () => 0 })
    const ask = (subject: string) => facts.ask({ ...LEVEL, subject }, [ALICE])
    for (let turn = 0; turn < 5; turn++) await expect(ask(`fact/${turn}`)).rejects.toThrow(`status ${status}`)
    expect(connections()).toBeGreaterThan(0)
    await expect(ask('another')).rejects.toThrow('the endpoint failed before and is asked again later')
  })

  test('while it is asked about a fact again decides nothing about the fact', async () => {
    let [now, status] = [0, 404]
    const { url } = await startReceiver((incoming, response) => {
      incoming.resume()
      response.writeHead(status).end('{"facts":{}}')
    })
    const facts = factsFrom(url, { monotonicNow: () => now })
    const ask = () =>
      facts.ask(LEVEL, [ALICE]).then(
        () => 'answered',
        ({ message }: Error) => message,
      )
    for (let turn = 0; turn < 5; turn++) await ask()
    expect(await ask()).toContain('asked again later')
    now += 1_000
    status = 500
    expect(await ask()).toContain('status 500')
    status = 200
    expect(await ask()).toBe('answered')
  })

  test('pauses once after five failures at the same time', async () => {
    let [now, ended] = [0, 0]
    const answers: ServerResponse[] = []
    const { url } = await startReceiver((incoming, response) => {
      incoming.resume()
      answers.push(response)
    })
    const facts = factsFrom(url, { monotonicNow: () => now })
    const asked = Array.from({ length: 7 }, (_, n) => {
      const subject = `fact/${n}`
      return facts
        .ask({ ...LEVEL, subject }, [ALICE])
        .catch(() => undefined)
        .finally(() => ended++)
    })
    await expect.poll(() => answers.length).toBe(7)
    const [failed, late] = [answers.slice(0, 5), answers.slice(5)]
    for (const answer of failed) answer.writeHead(500).end()
    await expect.poll(() => ended).toBe(5)
    now += 999
    late[0]?.writeHead(500).end()
    late[1]?.end('{"facts":{}}')
    await Promise.all(asked)
    await expect(facts.ask(LEVEL, [ALICE])).rejects.toThrow('the endpoint failed before')
    now += 1
    const probe = facts.ask(LEVEL, [ALICE])
    await expect.poll(() => answers.length).toBe(8)
    answers[7]?.end('{"facts":{}}')
    expect(await probe).toEqual(new Map())
  })

  test.each([
    [999, 'this fact failed before'],
    [1_000, 'status 404'],
  ])('about a fact is remembered until 1,000 other facts were asked for: %i', async (others, said) => {
    let [now, status] = [0, 404]
    const { url } = await startReceiver((incoming, response) => {
      incoming.resume()
      response.writeHead(status).end()
    })
    const facts = factsFrom(url, { monotonicNow: () => now })
    const ask = (subject: string) =>
      facts.ask({ ...LEVEL, subject }, [ALICE]).catch(({ message }: Error) => message)
    for (let turn = 0; turn < 5; turn++) await ask(LEVEL.subject)
    now += 1_000
    await ask(LEVEL.subject)
    // While the endpoint is left alone, questions cost nothing.
    status = 500
    for (let turn = 0; turn < 5; turn++) await ask('other/0')
    for (let n = 1; n < others; n++) expect(await ask(`other/${n}`)).toContain('asked again later')
    now += 1_000
    status = 404
    expect(await ask(LEVEL.subject)).toContain(said)
  })

  test('to answer many questions at once gets a bounded number of them', async () => {
    const { url, connections } = await startReceiver((incoming) => void incoming.resume())
    const facts = factsFrom(url, { timeoutMs: 1_000 })
    const asked = Array.from({ length: 250 }, () =>
      facts.ask(LEVEL, [ALICE]).catch(({ message }: Error) => message),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(connections()).toBeLessThanOrEqual(8)
    const said = await Promise.all(asked)
    expect(said.filter((message) => message === 'too many questions wait for the endpoint')).toHaveLength(50)
  })
})

describe('a private address', () => {
  test('is called only if the operator names its host', async () => {
    const { url, port, connections } = await answering({ facts: {} })
    const strict = factsFrom(url, { privateHosts: [] })
    expect(strict.objection).toContain('127.0.0.1 is a loopback address')
    await expect(strict.ask(LEVEL, [ALICE])).rejects.toThrow('loopback')
    const rebound = factsFrom(`http://other.example:${port}/`, { resolve: async () => ['127.0.0.1'] })
    expect(rebound.objection).toBeUndefined()
    await expect(rebound.ask(LEVEL, [ALICE])).rejects.toThrow('resolves to an address that is not permitted')
    expect(connections()).toBe(0)
    const named = factsFrom(`http://facts.example:${port}/`, { resolve: async () => ['127.0.0.1'] })
    expect(await named.ask(LEVEL, [ALICE])).toEqual(new Map())
  })

  test('of a cloud metadata service is never called', async () => {
    const facts = factsFrom('http://169.254.169.254/', { privateHosts: ['169.254.169.254'] })
    expect(facts.objection).toContain('metadata')
  })
})

describe('a rule of the kind http_fact', () => {
  test('compares the fact that it names', () => {
    const rule = httpFactKind.read('>=', 'guild/level:3')
    if (!rule.ok) throw new Error(rule.error.join())
    expect(rule.value.requests({} as never)).toEqual([LEVEL])
    const judge = (fact: bigint | undefined) => rule.value.judge(ALICE, () => fact, {} as never)
    expect([judge(2n), judge(3n), judge(undefined)]).toEqual(['fail', 'pass', 'unknown'])
  })

  test.each([
    '',
    'level',
    ':3',
    'level:',
    'level:-1',
    'level:1.5',
    '1level:3',
    'a b:3',
    `${'x'.repeat(65)}:3`,
  ])('does not take "%s"', (value) => {
    expect(httpFactKind.read('>=', value).ok).toBe(false)
  })

  test('says which part of its value is wrong', () => {
    const errorsOf = (value: string) => {
      const rule = httpFactKind.read('>=', value)
      return rule.ok ? [] : rule.error
    }
    const [name, number] = ['the name must have', 'after the last colon there must be a whole number']
    expect(errorsOf('1level:3')).toEqual([expect.stringContaining(name)])
    expect(errorsOf('level:many')).toEqual([number])
    expect(errorsOf('1level:many')).toEqual([expect.stringContaining(name), number])
  })
})

const answeredAt = Date.UTC(2026, 10, 6, 8, 49, 37)
const date = 'Fri, 06 Nov 2026 08:49:37 GMT'

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['1', 1_000],
    [' 120 ', 120_000],
    ['86400', MAX_RETRY_AFTER_MS],
    ['86401', MAX_RETRY_AFTER_MS],
    ['9'.repeat(400), MAX_RETRY_AFTER_MS],
    ['Fri, 06 Nov 2026 08:50:37 GMT', 60_000],
    ['Friday, 06-Nov-26 08:50:37 GMT', 60_000],
    ['Fri Nov  6 08:50:37 2026', 60_000],
    ['Fri, 06 Nov 2026 08:49:36 GMT', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', MAX_RETRY_AFTER_MS],
  ])('of %j is %i ms', (text, retryAfterMs) => {
    expect(retryAfterMsOf(text, undefined, answeredAt)).toBe(retryAfterMs)
    expect(retryAfterMsOf(text, date, answeredAt)).toBe(retryAfterMs)
  })

  test.each([
    undefined,
    '',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '60 seconds',
    '2026-11-06T08:50:37Z',
    'Fri, 06 Nov 2026 08:50:37 +0200',
    'Fri, 99 Foo 2026 08:50:37 GMT',
  ])('of %j says nothing', (text) => {
    expect(retryAfterMsOf(text, date, answeredAt)).toBeNull()
  })

  test('as a date is relative to the receiver’s clock', () => {
    const until = 'Fri, 06 Nov 2026 08:50:37 GMT'
    expect(retryAfterMsOf(until, date, answeredAt + 5_000_000)).toBe(60_000)
    expect(retryAfterMsOf(until, 'yesterday', answeredAt + 10_000)).toBe(50_000)
  })
})

const messageTo = (url: string): WebhookMessage => ({
  url,
  id: 'evt_1',
  body: '{}',
  secrets: [createWebhookSecret(new Uint8Array(24))],
})

/** A connector that connects to nothing. It resolves the addresses as net.connect would, and records the results. */
function createNotingConnector(waitFor: Promise<void> = Promise.resolve()) {
  const dialled: unknown[] = []
  const createConnector = (options: buildConnector.BuildOptions): buildConnector.connector => {
    return ({ hostname }, callback) => {
      const { lookup } = options as { lookup: LookupFunction }
      waitFor.then(() => {
        lookup(hostname, { all: true }, (error, addresses) => {
          dialled.push(error?.message ?? addresses)
          callback(Object.assign(new Error('dials nothing'), { code: 'ECONNREFUSED' }), null)
        })
      })
    }
  }
  return { dialled, createConnector }
}

function guarded(options: Partial<WebhookSenderOptions>) {
  const sender = createWebhookSender({
    machineNow: Date.now,
    allowPrivate: false,
    timeoutMs: 2_000,
    ...options,
  })
  onTestFinished(() => sender.close())
  return sender
}

const PUBLIC = '93.184.215.14'
const pinnedTo = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('a sender that may not reach private addresses', () => {
  test('refuses at registration exactly the addresses that it refuses to send to', async () => {
    const { dialled, createConnector } = createNotingConnector()
    const sender = guarded({ createConnector, resolve: async () => [PUBLIC] })
    for (const url of [
      'http://127.0.0.1/',
      'http://0x7f.1/',
      'http://[::ffff:a00:1]/',
      'gopher://example.com/',
    ]) {
      const reason = sender.objection(url)?.message
      expect(reason).toBeTypeOf('string')
      expect(await sender.send(messageTo(url))).toEqual({ kind: 'forbidden', reason })
    }
    expect(sender.objection('https://example.com/hook')).toBeUndefined()
    expect(dialled).toEqual([])
  })

  test.each([
    [['127.0.0.1']],
    [['::1']],
    [['10.1.2.3']],
    [['169.254.169.254']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['0.0.0.0']],
    [['fe80::1%eth0']],
    [['not an address']],
    [[PUBLIC, '127.0.0.1']],
    [['127.0.0.1', PUBLIC]],
    [[PUBLIC, '2606:4700:4700::1111', 'fd00::1']],
  ])('does not connect to a name that resolves to %j', async (addresses) => {
    const { dialled, createConnector } = createNotingConnector()
    const answer = await guarded({ createConnector, resolve: async () => addresses }).send(
      messageTo('https://hooks.example/'),
    )
    const reason = 'hooks.example resolves to an address that is not permitted'
    expect(answer).toEqual({ kind: 'forbidden', reason })
    expect(dialled).toEqual([])
  })

  test('connects to the checked addresses, without another lookup', async () => {
    const { dialled, createConnector } = createNotingConnector()
    const asked: string[] = []
    const sender = guarded({
      createConnector,
      resolve: async (name) => {
        asked.push(name)
        return [PUBLIC, '2606:4700:4700::1111']
      },
    })
    expect((await sender.send(messageTo('https://BÜCHER.example/'))).kind).toBe('failed')
    expect(asked).toEqual(['xn--bcher-kva.example'])
    expect(dialled).toEqual([pinnedTo(PUBLIC, '2606:4700:4700::1111')])
  })

  test('does not reach loopback through a name that is public first and loopback a moment later', async () => {
    const inside = await startReceiver((_, response) => response.end())
    const { dialled, createConnector } = createNotingConnector()
    let turn = 0
    const sender = guarded({ createConnector, resolve: async () => [turn++ === 0 ? PUBLIC : '127.0.0.1'] })
    const message = messageTo(`http://rebind.example:${inside.port}/`)
    expect((await sender.send(message)).kind).toBe('failed')
    for (let again = 0; again < 5; again++) expect((await sender.send(message)).kind).toBe('forbidden')
    expect(dialled).toEqual([pinnedTo(PUBLIC)])
    expect(inside.connections()).toBe(0)
  })

  test('keeps a connection that is still being made to its judged address while the name changes', async () => {
    const going = Promise.withResolvers<void>()
    const { dialled, createConnector } = createNotingConnector(going.promise)
    let turn = 0
    const sender = guarded({ createConnector, resolve: async () => [turn++ === 0 ? PUBLIC : '127.0.0.1'] })
    const message = messageTo('http://rebind.example/')
    const first = sender.send(message)
    expect((await sender.send(message)).kind).toBe('forbidden')
    going.resolve()
    expect((await first).kind).toBe('failed')
    expect(dialled).toEqual([pinnedTo(PUBLIC)])
  })

  test('gives no address to a connection after the timeout', async () => {
    const going = Promise.withResolvers<void>()
    const { dialled, createConnector } = createNotingConnector(going.promise)
    const sender = guarded({ createConnector, timeoutMs: 100, resolve: async () => [PUBLIC] })
    expect((await sender.send(messageTo('http://hooks.example/'))).kind).toBe('failed')
    going.resolve()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(dialled).toEqual(['no judged address is held'])
  })
})

describe('pinned addresses', () => {
  test('are reused while they are open, the newest first', () => {
    const pinned = createPinnedAddresses()
    const found = () => {
      let answer: unknown
      pinned.lookup('hooks.example', { all: false }, (error, address, family) => {
        answer = error ? 'none' : [address, family]
      })
      return answer
    }
    expect(found()).toBe('none')
    const releaseOld = pinned.hold('hooks.example', [PUBLIC])
    expect(found()).toEqual([PUBLIC, 4])
    const releaseNew = pinned.hold('hooks.example', ['2606:4700:4700::1111'])
    releaseOld()
    expect(found()).toEqual(['2606:4700:4700::1111', 6])
    releaseNew()
    expect(found()).toBe('none')
  })
})
