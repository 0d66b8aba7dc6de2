import type { ClaimPage, OperatorAction, Voucher } from '@dropkit/core'
import { assertEqual, assertTrue, fail } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { chainCoinContract, chainPaymentContract } from './chain-coin-contract.ts'
import { chainVaultContract } from './chain-vault-contract.ts'
import { chainVoucherContract } from './chain-voucher-contract.ts'
import {
  amount,
  assertReadSince,
  balanceIn,
  done,
  type OpenedChain,
  openVault,
  sent,
  signed,
  unwrap,
  VOUCHER_LIFETIME_MS,
  vaultState,
  WALLET,
} from './chain-world.ts'
import { sampleAddress } from './sample-records.ts'

const ELSEWHERE = `${sampleAddress(0x99)}::no::COIN`

/** The contract of every `Chain`, however strict it is about vaults. `open` returns a separate chain each time. */
export function chainContract(run: TestRunner, open: Open<OpenedChain>): void {
  const test = testWith(run, open)

  run.describe('as a chain', () => {
    run.describe('publishing coins', () => chainCoinContract(run, open))
    run.describe('keeping vaults', () => chainVaultContract(run, open))
    run.describe('paying vouchers', () => chainVoucherContract(run, open))
    run.describe('taking payments', () => chainPaymentContract(run, open))

    test('delivers many claims in one transaction, all or none', async (world) => {
      const opened = await openVault(world, amount(100))
      const vouchers = await Promise.all(
        [1, 2, 3].map((nonce) =>
          signed(world, opened, { amount: amount(30), nonce, claimer: sampleAddress(nonce) }),
        ),
      )
      const tooMuch = await signed(world, opened, { amount: amount(30), nonce: 4 })
      const deliver = { kind: 'deliver_claims', coinType: opened.coinType } as const
      const failing = await sent(world, { ...deliver, vouchers: [...vouchers, tooMuch] })
      assertEqual(failing.kind, 'failed')
      assertEqual(unwrap(await world.chain.usedNonces(opened.vaultId, [1, 2, 3, 4])).used, new Set())
      const { effects } = await done(world, { ...deliver, vouchers })
      assertEqual(
        effects.claimed.map(({ nonce }) => nonce),
        [1, 2, 3],
      )
      assertEqual((await vaultState(world, opened))?.balance, 10n)
    })

    test('delivers as many claims at once as it says it does', async (world) => {
      const { maxVouchersPerTransaction: most } = world.chain
      const opened = await openVault(world, amount(most))
      const nonces = Array.from({ length: most }, (_, n) => n + 1)
      const vouchers = await Promise.all(
        nonces.map((nonce) =>
          signed(world, opened, { amount: amount(1), nonce, claimer: sampleAddress(nonce) }),
        ),
      )
      const { effects } = await done(world, { kind: 'deliver_claims', coinType: opened.coinType, vouchers })
      const shown = ({ claimer, amount, nonce }: Pick<Voucher, 'claimer' | 'amount' | 'nonce'>) => [
        claimer,
        amount,
        nonce,
      ]
      assertEqual(effects.claimed.map(shown), vouchers.map(shown))
      assertEqual(await balanceIn(world, opened.coinType, sampleAddress(most)), 1n)
      assertEqual((await vaultState(world, opened))?.balance, 0n)
      assertEqual(unwrap(await world.chain.usedNonces(opened.vaultId, nonces)).used, new Set(nonces))
    })

    test('gives the same bytes effect once, however often they are sent', async (world) => {
      const opened = await openVault(world, amount(100))
      const voucher = await signed(world, opened, { amount: amount(30), nonce: 1 })
      const prepared = unwrap(
        await world.chain.prepare({ kind: 'deliver_claims', coinType: opened.coinType, vouchers: [voucher] }),
      )
      assertTrue((prepared.gas ?? 0n) >= 0n, 'its gas is no income')
      const before = unwrap(await world.chain.outcome(prepared.digest))
      assertTrue(before.kind === 'absent', `before it is sent, it is ${before.kind}`)
      const { chainTime } = before
      assertTrue(chainTime <= world.clock.now() && chainTime < prepared.expiresAt, 'it has not expired')
      for (let n = 0; n < 3; n++) {
        assertEqual(unwrap(await world.chain.submit(prepared)), 'sent')
        assertEqual(unwrap(await world.chain.outcome(prepared.digest)).kind, 'succeeded')
      }
      assertEqual((await vaultState(world, opened))?.balance, 70n)
      assertEqual(unwrap(await world.chain.claimsAfter(null, 10)).claims.length, 1)
    })

    test('takes no transaction once it has expired, and says by its own time that it is absent', async (world) => {
      const opened = await openVault(world, amount(100))
      const voucher = await signed(world, opened, { amount: amount(30), nonce: 1 }, 100 * VOUCHER_LIFETIME_MS)
      const prepared = unwrap(
        await world.chain.prepare({ kind: 'deliver_claims', coinType: opened.coinType, vouchers: [voucher] }),
      )
      await world.advance(prepared.expiresAt - world.clock.now())
      await world.chain.submit(prepared)
      const outcome = unwrap(await world.chain.outcome(prepared.digest))
      assertTrue(outcome.kind === 'absent', `it is ${outcome.kind}`)
      assertReadSince(world, { at: prepared.expiresAt }, outcome.chainTime)
      assertEqual(unwrap(await world.chain.usedNonces(opened.vaultId, [1])).used, new Set())
    })

    test('goes through all claims by its cursor, without gap or double', async (world) => {
      const opened = await openVault(world, amount(100))
      const seen: number[] = []
      let cursor: string | null = null
      let completeUntil = 0
      const readOn = async () => {
        for (let pages = 0; pages < 100; pages++) {
          const answer: ClaimPage = unwrap(await world.chain.claimsAfter(cursor, 2))
          assertTrue(answer.claims.length <= 2, 'no more than asked for')
          seen.push(...answer.claims.map(({ nonce }) => nonce))
          assertTrue(
            answer.claims.every(({ at }) => at >= completeUntil),
            'no claim is older than the time until which all were shown',
          )
          cursor = answer.cursor ?? cursor
          if (answer.completeUntil !== null) {
            completeUntil = answer.completeUntil
            return
          }
          assertEqual(answer.claims.length, 2, 'an incomplete page is full')
        }
        fail('the claims have no end')
      }
      for (const nonces of [[1, 2, 3], [], [4, 5]]) {
        for (const nonce of nonces) {
          await world.claim(await signed(world, opened, { amount: amount(1), nonce }))
        }
        await readOn()
      }
      assertEqual(seen, [1, 2, 3, 4, 5])
    })

    test('is unavailable during an outage, and returns the same answers afterwards', async (world) => {
      const opened = await openVault(world, amount(100))
      const { vaultId, coinType } = opened
      const voucher = await signed(world, opened, { amount: amount(10), nonce: 1 })
      const deliver: OperatorAction = { kind: 'deliver_claims', coinType, vouchers: [voucher] }
      const prepared = unwrap(await world.chain.prepare(deliver))
      await world.setOutage(true)
      const answers = [
        await world.chain.check(),
        await world.chain.prepare(deliver),
        await world.chain.submit(prepared),
        await world.chain.outcome(prepared.digest),
        await world.chain.vaults([vaultId]),
        await world.chain.usedNonces(vaultId, [1]),
        await world.chain.claimsAfter(null, 1),
        await world.chain.paymentsAfter(null, 1),
        await world.chain.paymentsFrom(WALLET, 1),
        await world.chain.coin(ELSEWHERE),
        await world.chain.balances(coinType, [WALLET]),
        await world.chain.ownedObjects('0x2::nft::NFT', [WALLET]),
        await world.chain.prepareDeposit({ dropObjectId: vaultId, coinType }, amount(1), WALLET),
        await world.chain.prepareClaim(voucher, coinType, WALLET),
        await world.chain.preparePayment({ coinType, amount: amount(1), to: vaultId, memo: 'm' }, WALLET),
      ]
      for (const answer of answers) assertEqual(!answer.ok && answer.error.kind, 'chain_unavailable')
      await world.setOutage(false)
      unwrap(await world.chain.check())
      assertEqual((await vaultState(world, opened))?.balance, 100n, 'nothing was sent meanwhile')
    })
  })
}
