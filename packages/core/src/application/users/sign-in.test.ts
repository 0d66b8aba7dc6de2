import { createHash } from 'node:crypto'
import {
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testWallet,
  testWalletSignature,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../domain/instant.ts'
import { err } from '../../domain/result.ts'
import type { Store } from '../../ports/index.ts'
import { createDropkit } from '../dropkit.ts'
import { createStoredChallenges, startSignIn } from './sign-in.ts'

const WALLET = testWallet(0xa11ce)

let service: TestService

const start = async (address: string = WALLET) => granted(await service.dropkit.startSignIn({ address }))

async function signIn(wallet = WALLET, caller: Parameters<TestService['dropkit']['finishSignIn']>[1] = null) {
  const signature = testWalletSignature(wallet, await start(wallet))
  return service.dropkit.finishSignIn({ address: wallet, signature }, caller)
}

const authenticate = (token: string) => service.dropkit.authenticate(token)

beforeEach(async () => {
  service = await createTestService()
})

describe('signing out', () => {
  test('ends the session of the request, and no other', async () => {
    const [first, second] = [granted(await signIn()), granted(await signIn())]
    const { caller } = granted(await authenticate(first.token))
    expect(granted(await service.dropkit.endSession(caller))).toBeNull()
    expect(refusalOf(await authenticate(first.token))).toBe('unauthenticated')
    expect((await authenticate(second.token)).ok).toBe(true)
    expect(granted(await service.dropkit.endSession(caller))).toBeNull()
  })

  test('happens to the oldest session of a user who signs in often', async () => {
    const tokens: string[] = []
    for (let n = 0; n < 101; n++) {
      service.ports.clock.advance(1)
      tokens.push(granted(await signIn()).token)
    }
    const [oldest = '', second = ''] = tokens
    expect(refusalOf(await authenticate(oldest))).toBe('unauthenticated')
    expect((await authenticate(second)).ok).toBe(true)
  })

  test('is not available with an API key', async () => {
    expect(refusalOf(await service.dropkit.endSession(service.owner))).toBe('conflict')
  })
})

describe('a signature is verified', () => {
  /** A service whose verifier has no room for signatures of this sender. */
  const withFull = (full: string) =>
    createDropkit({
      ...service.ports,
      wallets: {
        verify: async (address, message, signature, sender) =>
          sender === full
            ? err({ kind: 'overloaded', retryAfterMs: 1_000, message: 'Too many signatures' })
            : service.ports.wallets.verify(address, message, signature, sender),
      },
    })

  test('in the turn of the network address, without a session', async () => {
    const dropkit = withFull('192.0.2.1')
    const message = granted(await dropkit.startSignIn({ address: WALLET }))
    const input = { address: WALLET, message, signature: testWalletSignature(WALLET, message) }
    const refused = await dropkit.finishSignIn({ ...input, requester: '192.0.2.1' }, null)
    expect(refusalOf(refused)).toBe('overloaded')
    granted(await dropkit.finishSignIn({ ...input, requester: '192.0.2.2' }, null))
  })

  test('in the turn of the user, with one', async () => {
    const dropkit = withFull(service.owner.user.id)
    const message = granted(await dropkit.startSignIn({ address: WALLET }))
    const input = { address: WALLET, message, signature: testWalletSignature(WALLET, message) }
    const refused = await dropkit.finishSignIn({ ...input, requester: '192.0.2.2' }, service.owner)
    expect(refusalOf(refused)).toBe('overloaded')
    granted(await dropkit.finishSignIn({ ...input, requester: '192.0.2.2' }, null))
  })

  test('in the turn of the user, for the recipient of a claim', async () => {
    const dropkit = withFull(service.owner.user.id)
    const drop = await service.createDrop()
    const place = { dropId: drop.id, userAddress: WALLET }
    const recipient = testWallet(0xb0b)
    const message = granted(await dropkit.recipientMessage(service.owner, { ...place, recipient }))
    const signed = { message, signature: testWalletSignature(WALLET, message) }
    const claim = () => dropkit.claimDrop(service.owner, { ...place, recipient: signed })
    expect(refusalOf(await claim())).toBe('overloaded')
    granted(await service.dropkit.claimDrop(service.owner, { ...place, recipient: signed }))
  })
})

describe('signing in with a wallet', () => {
  test('makes a user of a wallet seen for the first time, and finds it again', async () => {
    const first = granted(await signIn())
    expect(first.token).toMatch(/^ds_/)
    expect(first.user).toMatchObject({
      origin: 'wallet',
      walletAddress: WALLET,
      identityProviderId: `wallet:${WALLET}`,
    })
    const second = granted(await signIn())
    expect(second.user.id).toBe(first.user.id)
    expect(second.token).not.toBe(first.token)
    const caller = granted(await authenticate(first.token)).caller
    expect(caller).toMatchObject({ user: { id: first.user.id }, credential: { kind: 'session' } })
  })

  test('takes an address as people write it', async () => {
    const message = await start('0XA11CE')
    expect(message).toContain(WALLET)
    const signature = testWalletSignature(WALLET, message)
    expect((await service.dropkit.finishSignIn({ address: '0xa11ce', signature }, null)).ok).toBe(true)
    expect(refusalOf(await service.dropkit.startSignIn({ address: 'alice' }))).toBe('bad_user_input')
  })

  test('uses a challenge once, also for simultaneous requests', async () => {
    const signature = testWalletSignature(WALLET, await start())
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.dropkit.finishSignIn({ address: WALLET, signature }, null)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers) if (!answer.ok) expect(refusalOf(answer)).toBe('unauthenticated')
  })

  test('refuses another’s signature, and leaves the challenge to its own', async () => {
    const message = await start()
    const forged = testWalletSignature(testWallet(2), message)
    expect(refusalOf(await service.dropkit.finishSignIn({ address: WALLET, signature: forged }, null))).toBe(
      'unauthenticated',
    )
    const signature = testWalletSignature(WALLET, message)
    expect((await service.dropkit.finishSignIn({ address: WALLET, signature }, null)).ok).toBe(true)
  })

  test('gives each request its own challenge, each valid once for five minutes', async () => {
    const messages: string[] = []
    for (let device = 0; device < 4; device++) {
      messages.push(await start())
      service.ports.clock.advance(MINUTE_MS)
    }
    messages.push(await start())
    service.ports.clock.advance(MINUTE_MS - 1)
    expect(new Set(messages).size).toBe(5)
    for (const message of messages) {
      const signature = testWalletSignature(WALLET, message)
      const verify = () => service.dropkit.finishSignIn({ address: WALLET, signature }, null)
      expect((await verify()).ok).toBe(true)
      expect(refusalOf(await verify())).toBe('unauthenticated')
    }
  })

  describe('while others ask in the same name', () => {
    const ask = async (requester: string) =>
      granted(await service.dropkit.startSignIn({ address: WALLET, requester }))
    const flood = async (times: number) => {
      for (let time = 0; time < times; time++) await ask(`10.0.0.${time % 50}`)
    }
    const answer = (message: string, more = {}) =>
      service.dropkit.finishSignIn(
        { address: WALLET, signature: testWalletSignature(WALLET, message), requester: '192.0.2.1', ...more },
        null,
      )

    test('gives a new challenge that is good for its full lifetime', async () => {
      await flood(100)
      const message = await ask('192.0.2.1')
      await flood(100)
      service.ports.clock.advance(5 * MINUTE_MS - 1)
      expect((await answer(message)).ok).toBe(true)
      expect(refusalOf(await answer(message))).toBe('unauthenticated')
      expect(refusalOf(await answer(message, { message }))).toBe('unauthenticated')
    })

    test('takes the message with its signature, also from another network', async () => {
      const message = await ask('192.0.2.1')
      await flood(100)
      expect(refusalOf(await answer(message, { requester: '192.0.2.2' }))).toBe('unauthenticated')
      expect((await answer(message, { requester: '192.0.2.2', message })).ok).toBe(true)
      expect(refusalOf(await answer(message, { message }))).toBe('unauthenticated')
      expect(refusalOf(await answer(message))).toBe('unauthenticated')
    })

    test('keeps few challenges for one requester, the newest', async () => {
      const messages: string[] = []
      for (let time = 0; time < 20; time++) {
        service.ports.clock.advance(100)
        messages.push(await ask('192.0.2.1'))
      }
      const live = await service.ports.store.liveChallenges(WALLET, { now: 0, limit: 99 })
      expect(live.map(({ message }) => message)).toEqual(messages.slice(-8).reverse())
      expect((await answer(messages[19] ?? '')).ok).toBe(true)
    })

    test('stores only so many challenges of one requester in an hour, and takes the messages of the others', async () => {
      const { ports } = service
      const stored = createStoredChallenges(2)
      const ask = async (number: number, requester = '192.0.2.1') =>
        granted(await startSignIn(ports, stored, { address: testWallet(number), requester }))
      const isStored = async (number: number) =>
        (await ports.store.liveChallenges(testWallet(number), { now: 0, limit: 1 })).length === 1
      const messages = [await ask(1), await ask(2), await ask(3)]
      await ask(4, '192.0.2.2')
      expect(await Promise.all([1, 2, 3, 4].map(isStored))).toEqual([true, true, false, true])
      const [address, message = ''] = [testWallet(3), messages[2]]
      const signature = testWalletSignature(address, message)
      const verify = () => service.dropkit.finishSignIn({ address, signature, message }, null)
      expect((await verify()).ok).toBe(true)
      expect(refusalOf(await verify())).toBe('unauthenticated')
      ports.clock.advance(60 * MINUTE_MS)
      await ask(5)
      expect(await isStored(5)).toBe(true)
    })
  })

  test('takes no message that it did not give for this address, or that is over', async () => {
    const message = await start()
    const answer = (altered: string, wallet = WALLET) => {
      const signature = testWalletSignature(wallet, altered)
      return service.dropkit.finishSignIn({ address: wallet, signature, message: altered }, null)
    }
    const issued = /Issued at: (.*)$/.exec(message)?.[1] ?? ''
    const later = new Date(Date.parse(issued) + 60_000).toISOString()
    const altered = [
      message.replace('Dropkit', 'Dropkit at evil.invalid'),
      message.replace(issued, later),
      message.replace(/Nonce: .*/, `Nonce: ${'0'.repeat(32)}`),
      message.replace(/Nonce: .*/, 'Nonce: '),
      `${message}\n`,
      'x'.repeat(100_000),
      '',
    ]
    for (const one of altered) expect(refusalOf(await answer(one))).toBe('unauthenticated')
    const other = testWallet(2)
    expect(refusalOf(await answer(message, other))).toBe('unauthenticated')
    expect(refusalOf(await answer(message.replace(WALLET, other), other))).toBe('unauthenticated')
    service.ports.clock.advance(5 * MINUTE_MS)
    expect(refusalOf(await answer(message))).toBe('unauthenticated')
  })

  test('names the site in the message, if it is configured', async () => {
    const message = granted(await service.dropkit.startSignIn({ address: WALLET, host: 'drops.example' }))
    expect(message).toMatch(/^Sign in to Dropkit at drops\.example\n/)
    expect(await start()).toMatch(/^Sign in to Dropkit\n/)
  })

  test('requires an address, and reports that the chain cannot verify signatures', async () => {
    const { dropkit, ports } = service
    const signature = testWalletSignature(WALLET, await start())
    expect(await dropkit.finishSignIn({ address: 'alice', signature }, null)).toMatchObject({
      error: { kind: 'bad_user_input', field: 'address' },
    })
    const away = { ok: false, error: { kind: 'chain_unavailable', reason: 'down' } } as const
    const doubting = createDropkit({ ...ports, wallets: { verify: async () => away } })
    expect(await doubting.finishSignIn({ address: WALLET, signature }, null)).toEqual(away)
    expect((await dropkit.finishSignIn({ address: WALLET, signature }, null)).ok).toBe(true)
  })

  test('draws again if a token or key would have too few letters', async () => {
    const { ports } = service
    let draws = 0
    const random = {
      bytes: (length: number) =>
        ++draws === 1 ? new Uint8Array(length).fill(255) : ports.random.bytes(length),
    }
    const signature = testWalletSignature(WALLET, await start())
    const dropkit = createDropkit({ ...ports, random })
    expect(granted(await dropkit.finishSignIn({ address: WALLET, signature }, null)).token).toMatch(
      /^ds_\w{43}$/,
    )
    expect(draws).toBe(2)
    draws = 0
    const key = granted(await dropkit.createApiKey(service.owner, { name: 'ci' }))
    expect(key.secret).toMatch(/^dk_\w{36}$/)
  })

  test('names a new user by the end of its id, and refuses where the name is taken meanwhile', async () => {
    const { ports } = service
    const { user } = granted(await signIn())
    expect(user.username).toBe(`w-${user.id.slice(-20)}`)
    const other = testWallet(2)
    const signature = testWalletSignature(other, await start(other))
    const taken = { ok: false, error: { kind: 'unique_conflict', field: 'username' } } as const
    const crowded = createDropkit({ ...ports, store: { ...ports.store, create: async () => taken } })
    expect(refusalOf(await crowded.finishSignIn({ address: other, signature }, null))).toBe('conflict')
  })

  test('opens no session by the challenge of another wallet', async () => {
    const signature = testWalletSignature(WALLET, await start())
    const other = testWallet(2)
    await start(other)
    expect(refusalOf(await service.dropkit.finishSignIn({ address: other, signature }, null))).toBe(
      'unauthenticated',
    )
  })

  test('ends a challenge after five minutes, and a session after its time', async () => {
    const signature = testWalletSignature(WALLET, await start())
    service.ports.clock.advance(5 * MINUTE_MS)
    expect(refusalOf(await service.dropkit.finishSignIn({ address: WALLET, signature }, null))).toBe(
      'unauthenticated',
    )
    const { token, expiresAt } = granted(await signIn())
    service.ports.clock.set(expiresAt - 1)
    expect((await authenticate(token)).ok).toBe(true)
    service.ports.clock.set(expiresAt)
    expect(refusalOf(await authenticate(token))).toBe('unauthenticated')
    expect(expiresAt).toBeGreaterThan(DAY_MS)
  })

  test('stores no secret: the stored values open nothing', async () => {
    const { token } = granted(await signIn())
    const key = granted(await service.dropkit.createApiKey(service.owner, { name: 'ci' }))
    const { sessions, apiKeys } = service.ports.memory.state
    const stored = JSON.stringify([...sessions.all(), ...apiKeys.all()])
    for (const secret of [token, key.secret]) {
      expect(stored).not.toContain(secret)
      expect(stored).toContain(createHash('sha256').update(secret).digest('hex'))
    }
    expect(stored.includes(key.secret.slice(0, 9))).toBe(false)
  })

  test('makes one user of a wallet that signs in twice at once', async () => {
    const messages = [await start(), await start()]
    const visits = await Promise.all(
      messages.map((message) => {
        const signature = testWalletSignature(WALLET, message)
        return service.dropkit.finishSignIn({ address: WALLET, signature }, null)
      }),
    )
    const [one, two] = visits.map((visit) => granted(visit).user.id)
    expect(one).toBe(two)
  })
})

describe('linking a wallet', () => {
  test('adds it to the user of the credential', async () => {
    const caller = await service.callerOf('somebody')
    const linked = granted(await signIn(WALLET, caller))
    expect(linked.user).toMatchObject({ id: caller.user.id, walletAddress: WALLET, origin: 'local' })
    expect(granted(await authenticate(linked.token)).caller.user.id).toBe(caller.user.id)
    expect(granted(await signIn()).user.id).toBe(caller.user.id)
  })

  test('keeps the account of a user who signed in with a wallet, for the first and the new wallet', async () => {
    const next = testWallet(0xb0b)
    const first = granted(await signIn())
    const caller = granted(await authenticate(first.token)).caller
    const linked = granted(await signIn(next, caller))
    expect(linked.user).toMatchObject({ id: first.user.id, walletAddress: next, origin: 'wallet' })
    for (const wallet of [WALLET, next]) {
      expect(granted(await signIn(wallet)).user).toMatchObject({ id: first.user.id, walletAddress: next })
    }
    const local = await service.callerOf('somebody')
    expect(granted(await signIn(WALLET, local)).user.id).toBe(local.user.id)
    expect(granted(await signIn(WALLET)).user.id).toBe(local.user.id)
    expect(granted(await signIn(next)).user.id).toBe(first.user.id)
  })

  test('gives no session to a limited key, and changes neither challenge nor wallet', async () => {
    const { owner } = service
    const { secret } = granted(
      await service.dropkit.createApiKey(owner, { name: 'slow', requestsPerMinute: 7 }),
    )
    const { caller } = granted(await authenticate(secret))
    const refused = await signIn(WALLET, caller)
    expect(refused).toMatchObject({
      error: { kind: 'conflict', details: { limit: 'requestsPerMinute', value: 7 } },
    })
    expect(granted(await signIn(WALLET, owner)).user.id).toBe(owner.user.id)
  })

  test('changes nothing where the user has it already', async () => {
    const caller = await service.callerOf('somebody')
    const { user } = granted(await signIn(WALLET, caller))
    service.ports.clock.advance(1_000)
    expect(granted(await signIn(WALLET, caller)).user).toEqual(user)
  })

  test('requires an existing user', async () => {
    const { ports, owner } = service
    const signature = testWalletSignature(WALLET, await start())
    const store: Store = {
      ...ports.store,
      changeUser: async (_, decide) => ({ ok: true, value: decide(null, 0).result }),
    }
    const dropkit = createDropkit({ ...ports, store })
    expect(refusalOf(await dropkit.finishSignIn({ address: WALLET, signature }, owner))).toBe(
      'unauthenticated',
    )
  })

  test('is refused when it is another’s', async () => {
    granted(await signIn())
    const caller = await service.callerOf('somebody')
    expect(refusalOf(await signIn(WALLET, caller))).toBe('conflict')
  })
})
