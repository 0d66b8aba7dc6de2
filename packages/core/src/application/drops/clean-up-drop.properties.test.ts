import { createTestService, granted, present, testWallet } from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const PRICE = 2_000_000_000n

/** What a buyer does, in any order, before and while the drop ends. */
const anyStep = fc.record({
  what: fc.constantFrom('buy', 'buy', 'buyForAnother', 'claim', 'claim', 'take', 'pass', 'stall', 'end'),
  buyer: fc.integer({ min: 1, max: 4 }),
})

const anyHistory = fc.record({
  kind: fc.constantFrom('fixed', 'random'),
  end: fc.constantFrom('cancel', 'delete'),
  denied: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  steps: fc.array(anyStep, { minLength: 4, maxLength: 20 }),
})

test('whenever a paid drop ends, each buyer has either the item or the money back, and no refund delays another', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async ({ kind, end, denied, steps }) => {
      const service = await createTestService()
      const { dropkit, owner, ports } = service
      const { chain, memory, memoryChain } = ports
      const amount = kind === 'random' ? { tokenAmount: '0', supply: 40 } : { tokenAmount: '10' }
      const drop = await service.createDrop({ price: 2, maxAmount: '1000', ...amount })
      const vouchers: Parameters<typeof memoryChain.wallet.claim>[0][] = []
      const { outcome } = chain
      const payments = new Set<string>()
      let isOver = false

      async function step({ what, buyer }: (typeof steps)[number]): Promise<void> {
        const [userAddress, dropId] = [testWallet(buyer), drop.id]
        switch (what) {
          case 'buy':
          case 'buyForAnother': {
            const input = { dropId, walletAddress: userAddress, paymentMethod: 'SUI' }
            const order = await dropkit.createPaymentIntent(owner, input)
            if (!order.ok) return
            const from = what === 'buy' ? userAddress : testWallet(buyer + 10)
            const txHash = service.pay(order.value, { from })
            payments.add(txHash)
            await dropkit.confirmPaymentIntent(owner, { id: order.value.id, txHash })
            return
          }
          case 'claim': {
            if (kind === 'random') return void (await dropkit.claimRandomDrop(owner, { dropId, userAddress }))
            const claimed = await dropkit.claimDrop(owner, { dropId, userAddress })
            if (claimed.ok) vouchers.push(claimed.value.voucher)
            return
          }
          case 'take': {
            const voucher = vouchers.pop()
            if (voucher) memoryChain.wallet.claim(voucher)
            return
          }
          case 'pass':
            return service.pass(6_000)
          case 'stall':
            // Until the end of the history no result of the service's transactions is seen: deliveries stay in flight.
            return void Object.assign(chain, {
              outcome: async (txHash: string) =>
                payments.has(txHash) ? outcome(txHash) : { ok: true, value: { kind: 'pending' } },
            })
          default:
            if (isOver) return
            isOver = true
            if (end === 'delete') granted(await dropkit.deleteDrop(owner, drop.id))
            else granted(await dropkit.updateDrop(owner, drop.id, { status: 'CANCELLED' }))
            await service.runJobs()
        }
      }

      const coinType = present(ports.prices.currencies().find(({ code }) => code === 'SUI')).coinType
      if (denied !== null) memoryChain.wallet.deny(testWallet(denied), coinType)
      for (const each of steps) await step(each)
      await step({ what: 'end', buyer: 1 })
      Object.assign(chain, { outcome })
      await service.pass(30 * 60_000, 30)

      const refunds = [...memory.state.refunds.all()]
      for (const { to, state, lastError } of refunds) {
        if (denied !== null && to === testWallet(denied))
          expect(state).toEqual({ kind: 'FAILED', reason: 'coin_denied' })
        else expect([state.kind, lastError]).toEqual(['SUCCEEDED', null])
      }
      for (const intent of memory.state.paymentIntents.all()) {
        const received = 'receipt' in intent.state ? intent.state.receipt.amount : 0n
        const ofIntent = refunds.filter(({ intentId }) => intentId === intent.id)
        const succeeded = ofIntent.filter(({ state }) => state.kind === 'SUCCEEDED')
        const refunded = succeeded.reduce((sum, { amount: one }) => sum + one, 0n)
        expect(intent.earned % PRICE).toBe(0n)
        // A refund that failed has given nothing back, and each run of the clean-up may have tried again.
        const isDenied = denied !== null && ofIntent.some(({ to }) => to === testWallet(denied))
        const owed = received - intent.earned
        expect(refunded, `${intent.id} got back all but what it earned`).toBe(isDenied ? 0n : owed)
        if (isDenied) expect(ofIntent.every(({ amount: one }) => one === owed)).toBe(true)
      }
      const { payments: totals } = await service.reread(drop)
      expect(totals.received - totals.earned >= totals.refunded).toBe(true)
    }),
    { numRuns: 60 },
  )
})
