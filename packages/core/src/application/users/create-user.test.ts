import { createTestService, granted, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

const create = (username: string, secret?: string) =>
  service.dropkit.createLocalUser({ username, key: { name: 'first', secret } })

describe('a user of the service’s own', () => {
  test('has its own name, by the rules for names', async () => {
    expect(granted(await create('grace')).user).toMatchObject({
      username: 'grace',
      origin: 'local',
      identityProviderId: 'local:grace',
    })
    for (const name of ['', 'gr', 'Grace', 'x'.repeat(33)])
      expect(await create(name)).toMatchObject({ error: { kind: 'bad_user_input', field: 'username' } })
    const taken = { kind: 'conflict', reason: 'TAKEN', field: 'username', message: 'The name grace is taken' }
    expect(await create('grace')).toEqual({ ok: false, error: taken })
  })

  test('signs in with a secret of 16 or more characters from the operator', async () => {
    const { dropkit } = service
    expect(await create('grace', 'x'.repeat(15))).toMatchObject({
      error: { kind: 'bad_user_input', field: 'secret' },
    })
    const { user, secret } = granted(await create('grace', 'x'.repeat(16)))
    expect(secret).toBe('x'.repeat(16))
    expect(granted(await dropkit.authenticate(secret)).caller.user).toEqual(user)
  })
})
