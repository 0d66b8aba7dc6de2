import { randomBytes } from 'node:crypto'
import { ok } from '@dropkit/core'
import { createMemoryStore } from '@dropkit/testing'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createKeyPlace } from '../master-key/rotate-master-key.ts'
import { agreeOnMasterKey, MASTER_KEY_ID } from '../master-key-check.ts'
import { createSealedSecrets } from '../ports/sealed-secrets.ts'
import { registerHealthRoutes } from './health-routes.ts'

test('a server is ready for as long as it holds the master key that the store is sealed under', async () => {
  const { keyValues } = createMemoryStore()
  const ring = createSealedSecrets({ current: randomBytes(32) })
  const [ours = ''] = ring.keyIds
  await agreeOnMasterKey(keyValues, ring)
  const place = createKeyPlace(keyValues, ring, Date.now)
  const app = Fastify()
  registerHealthRoutes(app, {
    store: { check: async () => {} },
    chain: { name: 'fake', check: async () => ok(undefined) },
    holdsMasterKey: () => place.holdsNamed,
    clock: { view: () => ({ systemAheadMs: 0, isSystemWrong: false, unfollowedMs: 0 }) },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return { statusCode, ...JSON.parse(body) }
  }
  const name = (keyId: string) =>
    keyValues.transact([MASTER_KEY_ID], () => ({
      writes: new Map([[MASTER_KEY_ID, keyId]]),
      result: undefined,
    }))

  await place.show()
  expect(await ready()).toEqual({ statusCode: 200, status: 'ready', store: 'ok', chain: 'ok' })
  await name('another1')
  await expect(place.show()).rejects.toThrow('another master key is in use')
  expect(await ready()).toMatchObject({ statusCode: 503, status: 'not ready', masterKey: expect.any(String) })
  await name(ours)
  await place.show()
  expect((await ready()).statusCode).toBe(200)
})
