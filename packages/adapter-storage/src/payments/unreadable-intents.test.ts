import { DatabaseSync } from 'node:sqlite'
import { statusOf } from '@dropkit/core'
import { createTestService, granted, testWallet } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { withClient } from '../../../../test/support/postgres-client.ts'
import { databases, pathOf, withStorage } from '../../test/databases.ts'

const UNREADABLE = `update payment_intents set state = 'PROCESSING', candidate = null where wallet = '${testWallet(1)}'`

/** The database itself does not accept such a row. SQLite must stay open until the end, because its files are watched. */
async function makeUnreadable(url: string): Promise<Disposable> {
  if (!url.startsWith('sqlite:')) {
    const statements = `alter table payment_intents drop constraint payment_intents_check; ${UNREADABLE}`
    await withClient(url, (client) => client.query(statements))
    return { [Symbol.dispose]: () => {} }
  }
  const database = new DatabaseSync(pathOf(url))
  database.exec(`pragma ignore_check_constraints = on; ${UNREADABLE}`)
  return { [Symbol.dispose]: () => database.close() }
}

describe.each(databases)('on %s, a purchase that cannot be read', (_, make) => {
  test.each(['cancel', 'delete', 'expiry'] as const)('keeps no other from its %s', (end) =>
    withStorage(make, async ({ store, jobs, deliveries, idempotency, retention }, { url }) => {
      const service = await createTestService({
        instead: { store, jobs, deliveries, idempotency, retention },
      })
      const { dropkit, owner } = service
      const drop = await service.createDrop({ price: 2, supply: 10 })
      const order = async (number: number) => {
        const input = { dropId: drop.id, walletAddress: testWallet(number), paymentMethod: 'SUI' }
        return granted(await dropkit.createPaymentIntent(owner, input))
      }
      await order(1)
      const other = await order(2)
      using _broken = await makeUnreadable(url)
      if (end === 'cancel') granted(await dropkit.updateDrop(owner, drop.id, { status: 'CANCELLED' }))
      else if (end === 'delete') granted(await dropkit.deleteDrop(owner, drop.id))
      else service.ports.clock.set(other.expiresAt)
      await service.pass(2_000, 3)
      const status = statusOf(await service.rereadIntent(other))
      expect(status).toBe(end === 'expiry' ? 'EXPIRED' : 'CANCELLED')
    }),
  )
})
