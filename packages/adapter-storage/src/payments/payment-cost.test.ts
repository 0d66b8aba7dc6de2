// The cost of a payment must not depend on the number of intents that its wallet has ever created.
import { type PaymentIntent, statusOf } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { createTestService, granted, uniquePart } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { databases, withStorage } from '../../test/databases.ts'

/** Also measured with 100,000 intents and 1,000 payments. */
const CANCELLED = Number(process.env['PAYMENT_COST_INTENTS'] ?? 1_000)
const DUST = Number(process.env['PAYMENT_COST_DUST'] ?? 100)
const PER_CREATE = 1_000

/**
 * The limit for finding the payment, in milliseconds. A run ends after a second and must make enough progress in that time.
 */
const MOST_MS = 6_000

describe.each(databases.slice(0, 2))('on %s', (_, database) => {
  test(
    'many cancelled intents and much dust of a wallet do not keep its payment from being found',
    () =>
      withStorage(database, async ({ store, jobs, deliveries, idempotency, retention }) => {
        const service = await createTestService({
          instead: { store, jobs, deliveries, idempotency, retention },
        })
        const { dropkit, ports } = service
        const buyer = await service.callerOf('buyer')
        const drop = await service.createDrop({ price: 2, maxAmount: '1000' })
        const order = { dropId: drop.id, walletAddress: '0x1', paymentMethod: 'SUI' }
        const open = granted(await dropkit.createPaymentIntent(buyer, order))
        for (let made = 0; made < CANCELLED; made += PER_CREATE) {
          const paymentIntents = Array.from({ length: PER_CREATE }, (_, n) =>
            cancelledLike(open, made + n + 1),
          )
          expect((await store.create({ insert: { paymentIntents } })).ok).toBe(true)
        }
        // Not all of them are read; the store reports that there are more.
        const at = ports.clock.now()
        expect(await store.usersWaitingFor(open.wallet, { at, since: at - 1 })).toMatchObject({
          hasMore: true,
        })
        // Dust of the same wallet. Every second payment has the price of a cancelled intent.
        for (let n = 0; n < DUST; n++) service.pay(open, { amount: n % 2 === 0 ? 1n : DUST_PRICE })
        ports.clock.advance(1_000)
        const txHash = service.pay(open)

        const confirmedIn = await msOf(async () => {
          expect(statusOf(granted(await dropkit.confirmPaymentIntent(buyer, { id: open.id })))).toBe(
            'CONFIRMED',
          )
        })
        const watchedIn = await msOf(async () => {
          const paid = await dropkit.runDueJobs()
          expect(paid).toBeGreaterThan(0)
          for (let run = 0; run < 20; run++) {
            ports.clock.advance(500)
            await dropkit.runDueJobs()
            if ((await store.countUnmatchedPayments()).open === DUST) return
          }
        })
        expect((await store.countUnmatchedPayments()).open).toBe(DUST)
        expect((await store.usesOf([{ txHash, index: 0 }])).get(txHash)).toBe(open.id)
        if (process.env['PAYMENT_COST_INTENTS'])
          process.stdout.write(
            `${CANCELLED} cancelled intents: confirmed in ${confirmedIn} ms, ${DUST} dust payments watched in ${watchedIn} ms\n`,
          )
        expect(confirmedIn).toBeLessThan(1_000)
        expect(watchedIn).toBeLessThan(MOST_MS)
      }),
    600_000,
  )
})

const DUST_PRICE = 1_000_000_000n

/** A cancelled intent. Its price is alternately that of the open intent and that of the dust. */
const cancelledLike = (open: PaymentIntent, n: number): PaymentIntent => ({
  ...open,
  id: idOf('intent', uniquePart(n)),
  externalId: `pi_${uniquePart(n)}`,
  state: { kind: 'CANCELLED', candidate: null, at: open.createdAt },
  unitPrice: n % 2 === 0 ? open.unitPrice : DUST_PRICE,
  held: 0,
})

async function msOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return Math.round(performance.now() - startedAt)
}
