import { createTestService, granted, refusalOf, type TestService, testOpenId } from '@dropkit/testing'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { apiKeySecret } from '../../domain/api-keys.ts'
import type { Caller } from '../../domain/user.ts'
import type { Effect, KnownCredential } from '../../ports/index.ts'
import { createAuthenticator } from './authenticate.ts'
import { drawSecret } from './secrets.ts'

let service: TestService

describe('managing API keys', () => {
  let owner: Caller
  let stranger: Caller

  beforeEach(async () => {
    service = await createTestService()
    owner = service.owner
    stranger = await service.callerOf('stranger')
  })

  const create = (name: string, terms: { project?: string; requestsPerMinute?: number } = {}) =>
    service.dropkit.createApiKey(owner, { name, ...terms })

  const namesOf = async (caller: Caller) =>
    (await service.dropkit.listApiKeys(caller)).map(({ name }) => name)

  describe('a further key', () => {
    test('lets its holder act as the user, within its rate', async () => {
      const { apiKey, secret } = granted(await create('ci', { project: 'shop', requestsPerMinute: 60 }))
      expect(apiKey).toMatchObject({
        name: 'ci',
        project: 'shop',
        requestsPerMinute: 60,
        userId: owner.user.id,
      })
      expect(granted(await service.dropkit.authenticate(secret))).toMatchObject({
        caller: { user: owner.user, credential: { kind: 'api_key', id: apiKey.id } },
        requestsPerMinute: 60,
      })
    })

    test('has a name and, where it is said, a project, of 1 to 120 characters each', async () => {
      for (const length of [1, 120]) {
        const text = 'x'.repeat(length)
        expect((await create(text, { project: text })).ok).toBe(true)
      }
      for (const text of ['', ' ', 'x'.repeat(121)]) {
        expect(await create(text)).toMatchObject({ error: { field: 'name' } })
        expect(await create('ci', { project: text })).toMatchObject({ error: { field: 'project' } })
      }
      expect(granted(await create('ci')).apiKey).toMatchObject({ project: null, requestsPerMinute: null })
    })

    test('is refused for an invalid rate, and from a limited key', async () => {
      expect(await create('ci', { requestsPerMinute: 0 })).toMatchObject({
        error: { field: 'requestsPerMinute' },
      })
      const { secret } = granted(await create('ci', { requestsPerMinute: 1 }))
      const { caller } = granted(await service.dropkit.authenticate(secret))
      expect(refusalOf(await service.dropkit.createApiKey(caller, { name: 'more' }))).toBe('conflict')
      expect(await namesOf(owner)).toEqual(expect.arrayContaining(['first', 'ci']))
      expect(await namesOf(owner)).toHaveLength(2)
    })
  })

  test('a publishable key has the limit of its owner, who it is not', async () => {
    const { dropkit } = service
    granted(await dropkit.limitUser({ username: owner.user.username, requestsPerMinute: 9 }))
    const input = { name: 'page', origins: ['https://shop.example'] }
    const { secret } = granted(await dropkit.createPublishableKey(owner, input))
    const { caller } = granted(await dropkit.authenticate(secret))
    expect(caller.user.requestsPerMinute).toBe(9)
    expect(caller.user.id).not.toBe(owner.user.id)
  })

  describe('a key whose answer was lost', () => {
    /** What the request is known to have done. */
    async function effectOfCreating(name: string): Promise<{ effect: Effect; secret: string }> {
      const { clock, idempotency } = service.ports
      const begin = () => {
        const terms = { now: clock.now(), leaseMs: 1_000, expiresAt: clock.now() + 60_000 }
        return idempotency.begin({ userId: owner.user.id, key: name }, 'the same', terms)
      }
      const begun = await begin()
      if (begun.kind !== 'begun') throw new Error(begun.kind)
      const { secret } = granted(await service.dropkit.withLease(begun.lease).createApiKey(owner, { name }))
      clock.advance(1_000)
      const again = await begin()
      if (again.kind !== 'took_effect') throw new Error(again.kind)
      return { effect: again.effect, secret }
    }

    test('is shown again with its secret, to its user alone', async () => {
      await create('another')
      const { effect, secret } = await effectOfCreating('ci')
      const recovered = granted(await service.dropkit.recoverApiKey(owner, effect))
      expect(recovered).toMatchObject({ secret, apiKey: { id: effect.id, name: 'ci' } })
      expect(refusalOf(await service.dropkit.recoverApiKey(stranger, effect))).toBe('not_found')
    })

    test('is shown again after it was revoked, because a repeated request gets the first answer', async () => {
      const { effect, secret } = await effectOfCreating('ci')
      granted(await service.dropkit.revokeApiKey(owner, effect.id))
      expect(granted(await service.dropkit.recoverApiKey(owner, effect))).toMatchObject({ secret })
    })

    test('is not found when nothing was kept of the secret', async () => {
      const { effect } = await effectOfCreating('ci')
      const { kind, id } = effect
      expect(refusalOf(await service.dropkit.recoverApiKey(owner, { kind, id }))).toBe('not_found')
    })
  })

  describe('revoking a key', () => {
    test('ends it at once, for its user alone, and is no other the second time', async () => {
      const { dropkit, ports } = service
      const { apiKey, secret } = granted(await create('ci'))
      expect(refusalOf(await dropkit.revokeApiKey(stranger, apiKey.id))).toBe('not_found')
      expect((await dropkit.authenticate(secret)).ok).toBe(true)

      const revokedAt = ports.clock.now()
      expect(granted(await dropkit.revokeApiKey(owner, apiKey.id))).toBe(true)
      expect(refusalOf(await dropkit.authenticate(secret))).toBe('unauthenticated')
      ports.clock.advance(1_000)
      expect(granted(await dropkit.revokeApiKey(owner, apiKey.id))).toBe(true)
      expect((await ports.store.apiKey(apiKey.id))?.revokedAt).toBe(revokedAt)
    })

    test('takes it off the list of those that are good', async () => {
      const { apiKey } = granted(await create('ci'))
      granted(await service.dropkit.revokeApiKey(owner, apiKey.id))
      expect(await namesOf(owner)).toEqual(['first'])
      expect(await namesOf(stranger)).toEqual(['first'])
    })

    test('requires an existing key', async () => {
      const { apiKey } = granted(await create('ci'))
      for (const id of ['', 'ci', owner.user.id, apiKey.id.replace(/.$/, '~')])
        expect(await service.dropkit.revokeApiKey(owner, id)).toMatchObject({
          error: { kind: 'not_found', what: 'API key' },
        })
    })
  })
})

describe('authenticating with a credential', () => {
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

    test('is not lost while the store is away, or when the key is used during the writing', async () => {
      const { dropkit, owner, ports } = service
      const { secret } = granted(await dropkit.createApiKey(owner, { name: 'ci' }))
      const { touchApiKeys } = ports.store
      ports.store.touchApiKeys = () => Promise.reject(new Error('the store is away'))
      await authenticate(secret)
      await expect(dropkit.flushLastUsed()).rejects.toThrow('the store is away')
      ports.store.touchApiKeys = async (used) => {
        ports.clock.advance(1_000)
        await authenticate(secret)
        await touchApiKeys(used)
      }
      const firstUse = ports.clock.now()
      await dropkit.flushLastUsed()
      expect(Object.fromEntries(await lastUses())).toMatchObject({ ci: firstUse })
      ports.store.touchApiKeys = touchApiKeys
      await dropkit.flushLastUsed()
      expect(Object.fromEntries(await lastUses())).toMatchObject({ ci: firstUse + 1_000 })
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
    const longest = `aaa.${'b'.repeat(16_376)}.ccc`

    beforeEach(async () => {
      const identity = { subject: 'provider|42', email: 'somebody@example.org' }
      const openId = testOpenId({ [token]: identity, [longest]: identity, [`${longest}c`]: identity })
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

    test('may issue tokens of 16,384 characters', async () => {
      expect(longest).toHaveLength(16_384)
      expect((await authenticate(longest)).ok).toBe(true)
      expect(refusalOf(await authenticate(`${longest}c`))).toBe('unauthenticated')
    })

    test('proves no other user', async () => {
      for (const bad of ['aaa.bbb.ddd', 'aaa.bbb', '', 'constructor', 'x'.repeat(10_000)]) {
        expect(refusalOf(await authenticate(bad))).toBe('unauthenticated')
      }
    })

    test('does not hide a key that looks like its tokens, also while it cannot be asked', async () => {
      const chosen = 'chosen.by.the-operator'
      const key = { name: 'first', secret: chosen }
      const { user } = granted(await service.dropkit.createLocalUser({ username: 'chooser', key }))
      expect(granted(await authenticate(chosen)).caller.user).toEqual(user)
      const verify = () => Promise.reject(new Error('the keys cannot be read'))
      const { authenticate: authenticateNow } = createAuthenticator({ ...service.ports, openId: { verify } })
      expect(granted(await authenticateNow(chosen)).caller.user).toEqual(user)
      await expect(authenticateNow('aaa.bbb.ccc')).rejects.toThrow('the keys cannot be read')
    })

    test('is not asked where none is configured', async () => {
      service = await createTestService()
      expect(refusalOf(await authenticate(token))).toBe('unauthenticated')
    })
  })
})

describe('a new secret', () => {
  it('is drawn again while the bytes are too few for it', () => {
    let draws = 0
    const random = { bytes: (length: number) => new Uint8Array(length).fill(draws++ < 3 ? 255 : 7) }
    expect(drawSecret(random, apiKeySecret)).toMatch(/^dk_[0-9A-Za-z]{36}$/)
    expect(draws).toBe(4)
  })

  it('is retried a limited number of times if the random source returns wrong bytes', () => {
    expect(() => drawSecret({ bytes: () => new Uint8Array(4) }, apiKeySecret)).toThrow(
      'random gives as many bytes as it is asked for',
    )
  })
})
