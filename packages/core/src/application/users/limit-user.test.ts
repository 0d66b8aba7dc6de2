import { createTestService, granted, refusalOf, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../domain/instant.ts'
import type { Store } from '../../ports/index.ts'
import { limitUser } from './limit-user.ts'

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

const limit = (requestsPerMinute: number | null, username = 'owner') =>
  service.dropkit.limitUser({ username, requestsPerMinute })

describe('an operator limits how often a user may ask', () => {
  test('and a user without a limit has none any more', async () => {
    const { ports, dropkit, owner } = service
    ports.clock.advance(MINUTE_MS)
    const limited = granted(await limit(60))
    expect(limited).toEqual({ ...owner.user, requestsPerMinute: 60, updatedAt: ports.clock.now() })
    expect(await dropkit.readUser(owner, owner.user.id)).toEqual(limited)
    expect(granted(await limit(null)).requestsPerMinute).toBeNull()
  })

  test('by a whole number of requests, at least one', async () => {
    for (const requestsPerMinute of [0, -1, 1.5, Number.NaN])
      expect(await limit(requestsPerMinute)).toMatchObject({
        error: { kind: 'bad_user_input', field: 'requestsPerMinute' },
      })
    expect(
      (await service.dropkit.readUser(service.owner, service.owner.user.id))?.requestsPerMinute,
    ).toBeNull()
    expect(granted(await limit(1)).requestsPerMinute).toBe(1)
  })

  test('of a user who must exist, also at the time of the write', async () => {
    expect(await limit(60, 'nobody')).toMatchObject({ error: { kind: 'not_found', what: 'User' } })
    const { ports } = service
    const store: Store = {
      ...ports.store,
      changeUser: async (_, decide) => ({ ok: true, value: decide(null, 0).result }),
    }
    const asked = { username: 'owner', requestsPerMinute: 60 }
    expect(refusalOf(await limitUser({ ...ports, store }, asked))).toBe('not_found')
  })
})
