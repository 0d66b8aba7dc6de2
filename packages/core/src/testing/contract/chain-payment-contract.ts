import { MAX_AMOUNT } from '../../domain/amount.ts'
import type { PaymentOnChain } from '../../ports/chain.ts'
import { assertEqual, assertTrue, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { amount, type OpenedChain, SUI, unwrap, WALLET } from './chain-world.ts'
import { sampleAddress } from './sample-records.ts'

const OTHER = sampleAddress(0xb0b)
const COIN = `${sampleAddress(0x77)}::pepper::PEPPER`

/** How a chain shows what people pay to the treasury. */
export function chainPaymentContract(run: TestRunner, open: Open<OpenedChain>): void {
  const test = testWith(run, open)

  /** Pays the treasury out of a wallet that has been given enough. */
  async function pay(
    world: OpenedChain,
    value: number,
    more: { from?: typeof WALLET; coinType?: string; memo?: string | null } = {},
  ): Promise<string> {
    const { from = WALLET, coinType = SUI, memo = null } = more
    await world.faucet(from, coinType, amount(value))
    const paid = await world.transfer(from, world.chain.treasuryAddress, coinType, amount(value), memo)
    assertTrue(paid.kind === 'succeeded', 'the payment goes through')
    return paid.txHash
  }

  const shown = (payment: PaymentOnChain) => [payment.from, payment.coinType, payment.amount, payment.memo]

  test('shows a payment to the treasury, whole, wherever it is asked about', async (world) => {
    const { treasuryAddress } = world.chain
    const before = world.clock.now()
    const txHash = await pay(world, 40, { memo: 'pi_1 ☂' })
    const { payments } = unwrap(await world.chain.paymentsAfter(null, 10))
    const { at } = present(payments[0])
    assertTrue(at >= before && at <= world.clock.now(), 'it has the time of the chain')
    const payment = { from: WALLET, to: treasuryAddress, coinType: SUI, amount: 40n, memo: 'pi_1 ☂' }
    assertEqual(payments, [{ ...payment, txHash, at }])
    assertEqual(unwrap(await world.chain.paymentsFrom(WALLET, 10)), payments)
    const outcome = unwrap(await world.chain.outcome(txHash))
    assertTrue(outcome.kind === 'succeeded', `it is ${outcome.kind}`)
    assertEqual(outcome.effects.payments, [payment])
    assertEqual([outcome.effects.at, outcome.effects.sender], [at, WALLET])
    assertEqual(unwrap(await world.chain.balances(SUI, [treasuryAddress])).get(treasuryAddress), 40n)
  })

  test('goes through all payments by its cursor, without gap or double', async (world) => {
    const seen: string[] = []
    const sent: string[] = []
    let cursor: string | null = null
    for (const count of [3, 0, 2]) {
      for (let n = 0; n < count; n++) sent.push(await pay(world, 10 + n))
      for (;;) {
        const answer: { payments: readonly PaymentOnChain[]; cursor: string | null } = unwrap(
          await world.chain.paymentsAfter(cursor, 2),
        )
        assertTrue(answer.payments.length <= 2, 'no more than asked for')
        seen.push(...answer.payments.map(({ txHash }) => txHash))
        cursor = answer.cursor ?? cursor
        if (answer.payments.length === 0) break
      }
    }
    assertEqual(seen, sent)
  })

  test('lists the payments of one wallet, newest first', async (world) => {
    const first = await pay(world, 1)
    await pay(world, 2, { from: OTHER })
    const third = await pay(world, 3, { coinType: COIN })
    const hashes = async (wallet: typeof WALLET, limit: number) =>
      unwrap(await world.chain.paymentsFrom(wallet, limit)).map(({ txHash }) => txHash)
    assertEqual(await hashes(WALLET, 10), [third, first])
    assertEqual(await hashes(WALLET, 1), [third])
    assertEqual(await hashes(sampleAddress(0xd0d), 10), [])
    const all = unwrap(await world.chain.paymentsAfter(null, 10)).payments
    assertEqual(all.map(shown), [
      [WALLET, SUI, 1n, null],
      [OTHER, SUI, 2n, null],
      [WALLET, COIN, 3n, null],
    ])
  })

  test('shows no payment that goes elsewhere, that fails, or that the treasury makes', async (world) => {
    await world.faucet(WALLET, SUI, amount(100))
    const elsewhere = await world.transfer(WALLET, OTHER, SUI, amount(60), null)
    assertEqual(elsewhere.kind, 'succeeded')
    const { treasuryAddress } = world.chain
    const tooMuch = await world.transfer(WALLET, treasuryAddress, SUI, amount(41), null)
    assertEqual(tooMuch.kind, 'failed')
    await world.faucet(treasuryAddress, SUI, amount(50))
    const refund = unwrap(
      await world.chain.prepare({ kind: 'pay', coinType: SUI, amount: amount(50), to: WALLET }),
    )
    unwrap(await world.chain.submit(refund))
    assertEqual(unwrap(await world.chain.paymentsAfter(null, 10)).payments, [])
    assertEqual(unwrap(await world.chain.paymentsFrom(WALLET, 10)), [])
    assertEqual(unwrap(await world.chain.balances(SUI, [WALLET])).get(WALLET), 90n)
  })

  test('shows the largest payment there is to the last unit', async (world) => {
    await world.faucet(WALLET, SUI, MAX_AMOUNT)
    await world.transfer(WALLET, world.chain.treasuryAddress, SUI, MAX_AMOUNT, null)
    const [payment] = unwrap(await world.chain.paymentsFrom(WALLET, 1))
    assertEqual(payment?.amount, MAX_AMOUNT)
  })

  test('names the networks it watches, or takes any name', async (world) => {
    const { paymentMethods } = world.chain
    assertTrue(
      paymentMethods === null || (paymentMethods.length > 0 && paymentMethods.every((name) => name !== '')),
      'null or at least one name',
    )
  })
}
