import { createTestService, granted, refusalOf, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../domain/user.ts'
import type { Effect } from '../../ports/index.ts'

let service: TestService
let owner: Caller
let stranger: Caller

beforeEach(async () => {
  service = await createTestService()
  owner = service.owner
  stranger = await service.callerOf('stranger')
})

const create = (name: string, terms: { project?: string; requestsPerMinute?: number } = {}) =>
  service.dropkit.createApiKey(owner, { name, ...terms })

const namesOf = async (caller: Caller) => (await service.dropkit.listApiKeys(caller)).map(({ name }) => name)

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
    const kept = (await ports.store.apiKeys(owner.user.id)).find(({ id }) => id === apiKey.id)
    expect(kept?.revokedAt).toBe(revokedAt)
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
