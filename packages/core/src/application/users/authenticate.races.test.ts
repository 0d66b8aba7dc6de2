// Keys are revoked while credentials are being looked up together, on a store that answers when it likes.

import { createTestPorts, put, sampleUser } from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAuthenticator } from './authenticate.ts'
import { createApiKey, revokeApiKey } from './manage-api-keys.ts'

const KEYS = 3
const owner = sampleUser(1)

test('a revoked key opens nothing from the moment on in which that is committed, and any other one does', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.integer({ min: 0, max: KEYS - 1 }), { minLength: 1, maxLength: 12 }),
      fc.uniqueArray(fc.integer({ min: 0, max: KEYS - 2 })),
      async (scheduler, attempts, revoked) => {
        const ports = createTestPorts()
        const { store } = ports
        await put(store, { users: [owner] })
        const caller = { user: owner, credential: { kind: 'openid', subject: 'somebody' } } as const
        const keys: { readonly id: string; readonly secret: string }[] = []
        for (let number = 0; number < KEYS; number++) {
          const made = await createApiKey(ports, caller, { name: `key ${number}` })
          if (!made.ok) throw new Error(made.error.kind)
          keys.push({ id: made.value.apiKey.id, secret: made.value.secret })
        }
        const moment = (what: string) => scheduler.schedule(Promise.resolve(), what)
        const authenticator = createAuthenticator({
          ...ports,
          store: {
            ...store,
            credentials: async (hashes) => {
              await moment('a look-up begins')
              const found = await store.credentials(hashes)
              await moment('a look-up is answered')
              return found
            },
          },
        })
        let instant = 0
        /** By key: before and after it was revoked. In between it may or may not be so already. */
        const revocations = new Map<number, { readonly from: number; readonly to: number }>()
        const revoking = revoked.map(async (number) => {
          await moment(`key ${number} is revoked`)
          const from = ++instant
          const done = await revokeApiKey(ports, caller, keys[number]?.id ?? '')
          revocations.set(number, { from, to: ++instant })
          expect(done.ok).toBe(true)
        })
        const asking = attempts.map(async (number) => {
          await moment(`key ${number} is shown`)
          const begunAt = ++instant
          const { ok } = await authenticator.authenticate(keys[number]?.secret ?? '')
          return { number, begunAt, endedAt: ++instant, ok }
        })
        const [answers] = await scheduler.waitFor(Promise.all([Promise.all(asking), Promise.all(revoking)]))
        for (const { number, begunAt, endedAt, ok } of answers) {
          const { from, to } = revocations.get(number) ?? { from: instant + 1, to: instant + 1 }
          if (to < begunAt) expect(ok, `key ${number} after it was revoked`).toBe(false)
          if (endedAt < from) expect(ok, `key ${number} before it was revoked`).toBe(true)
        }
      },
    ),
  ))
