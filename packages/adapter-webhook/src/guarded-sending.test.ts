import type { LookupFunction } from 'node:net'
import type { WebhookMessage } from '@dropkit/core'
import type { buildConnector } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../test/receiver.ts'
import { createPinnedAddresses } from './address-guard.ts'
import { createWebhookSecret } from './signature.ts'
import { createWebhookSender, type WebhookSenderOptions } from './webhook-sender.ts'

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
