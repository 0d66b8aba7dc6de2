import { createTestService, granted, refusalOf, type TestService, testOpenId } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { KnownCredential } from '../../ports/index.ts'
import { createAuthenticator } from './authenticate.ts'

let service: TestService

const authenticate = (token: string) => service.dropkit.authenticate(token)

beforeEach(async () => {
  service = await createTestService()
})

describe('a secret', () => {
  test('is looked up where it can be one: it is not empty and has at most 4,096 characters', async () => {
    const { store } = service.ports
    let lookUps = 0
    const credentials: typeof store.credentials = (hashes) => {
      lookUps++
      return store.credentials(hashes)
    }
    const authenticator = createAuthenticator({ ...service.ports, store: { ...store, credentials } })
    for (const secret of ['', 'x'.repeat(4_097)])
      expect(refusalOf(await authenticator.authenticate(secret))).toBe('unauthenticated')
    expect(lookUps).toBe(0)
    expect(refusalOf(await authenticator.authenticate('x'.repeat(4_096)))).toBe('unauthenticated')
    expect(lookUps).toBe(1)
  })

  test('is rejected if the store returns a similar one, with one different character', async () => {
    const { ports, dropkit } = service
    const { secret } = granted(await dropkit.createLocalUser({ username: 'ann', key: { name: 'first' } }))
    const showing = (spoil: (hash: string) => string) => {
      const credentials: typeof ports.store.credentials = async (hashes) => {
        const known = await ports.store.credentials(hashes)
        const spoilt = (one: KnownCredential) => ({ ...one, secretHash: spoil(one.secretHash) })
        return new Map([...known].map(([hash, one]) => [hash, spoilt(one)]))
      }
      return createAuthenticator({ ...ports, store: { ...ports.store, credentials } }).authenticate(secret)
    }
    expect((await showing((hash) => hash)).ok).toBe(true)
    for (const spoil of [
      (hash: string) => `${hash.slice(0, -1)}x`,
      (hash: string) => `x${hash.slice(1)}`,
      (hash: string) => `${hash}x`,
      (hash: string) => hash.slice(0, -1),
      () => '',
    ])
      expect(refusalOf(await showing(spoil))).toBe('unauthenticated')
  })
})

describe('when a key was last used', () => {
  const lastUses = async () =>
    (await service.dropkit.listApiKeys(service.owner)).map(({ name, lastUsedAt }) => [name, lastUsedAt])

  test('is written for all that were used, and once', async () => {
    const { dropkit, owner, ports } = service
    const { secret } = granted(await dropkit.createApiKey(owner, { name: 'ci' }))
    const before = Object.fromEntries(await lastUses())
    expect(before['ci']).toBeNull()
    await authenticate(secret)
    ports.clock.advance(1_000)
    const usedAt = ports.clock.now()
    await authenticate(secret)
    ports.clock.advance(1_000)
    await dropkit.flushLastUsed()
    expect(Object.fromEntries(await lastUses())).toMatchObject({ ci: usedAt })

    const written: unknown[] = []
    ports.store.touchApiKeys = async (used) => void written.push(used)
    await dropkit.flushLastUsed()
    expect(written).toEqual([])
  })

  test('is not said of a session', async () => {
    const { ports } = service
    const { store } = ports
    const written: unknown[] = []
    const credential = { kind: 'session', id: 'session_1' } as unknown as KnownCredential['credential']
    const authenticator = createAuthenticator({
      ...ports,
      store: {
        ...store,
        touchApiKeys: async (used) => void written.push(used),
        credentials: async ([hash = '']) => {
          const known = { credential, user: service.owner.user, secretHash: hash }
          return new Map([[hash, { ...known, requestsPerMinute: null, expiresAt: null, revokedAt: null }]])
        },
      },
    })
    expect((await authenticator.authenticate('a session')).ok).toBe(true)
    await authenticator.flushLastUsed()
    expect(written).toEqual([])
  })
})

describe('an OpenID provider', () => {
  const token = 'aaa.bbb.ccc'

  beforeEach(async () => {
    const openId = testOpenId({ [token]: { subject: 'provider|42', email: 'somebody@example.org' } })
    service = await createTestService({ openId })
  })

  test('vouches for a user, made at the first visit and found at the next', async () => {
    const visits = await Promise.all([1, 2, 3].map(() => authenticate(token)))
    const users = visits.map((visit) => granted(visit).caller.user)
    expect(new Set(users.map(({ id }) => id)).size).toBe(1)
    expect(users[0]).toMatchObject({
      origin: 'openid',
      identityProviderId: 'provider|42',
      email: 'somebody@example.org',
    })
  })

  test('is named by its subject, and makes a user named by the end of its id, as often as that may ask', async () => {
    const { caller, requestsPerMinute } = granted(await authenticate(token))
    expect(caller.credential).toEqual({ kind: 'openid', subject: 'provider|42' })
    expect(caller.user.username).toBe(`o-${caller.user.id.slice(-20)}`)
    expect(requestsPerMinute).toBeNull()
    granted(await service.dropkit.limitUser({ username: caller.user.username, requestsPerMinute: 9 }))
    expect(granted(await authenticate(token)).requestsPerMinute).toBe(9)
  })

  test('proves no other user', async () => {
    for (const bad of ['aaa.bbb.ddd', 'aaa.bbb', '', 'constructor', 'x'.repeat(10_000)]) {
      expect(refusalOf(await authenticate(bad))).toBe('unauthenticated')
    }
  })

  test('is not asked where none is configured', async () => {
    service = await createTestService()
    expect(refusalOf(await authenticate(token))).toBe('unauthenticated')
  })
})
