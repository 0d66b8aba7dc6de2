import { MAX_AMOUNT } from '../../domain/amount.ts'
import type { OperatorAction } from '../../ports/chain.ts'
import { assertEqual, assertTrue } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { chainPaymentContract } from './chain-payment-contract.ts'
import { chainVoucherContract } from './chain-voucher-contract.ts'
import {
  amount,
  done,
  type OpenedChain,
  openVault,
  SUI,
  sent,
  signed,
  unwrap,
  VOUCHER_LIFETIME_MS,
  WALLET,
} from './chain-world.ts'
import { sampleAddress } from './sample-records.ts'

/** What every `Chain` does. `open` gives one of its own each time. */
export function chainContract(run: TestRunner, open: Open<OpenedChain>): void {
  const test = testWith(run, open)

  run.describe('as a chain', () => {
    run.describe('paying vouchers', () => chainVoucherContract(run, open))
    run.describe('taking payments', () => chainPaymentContract(run, open))

    test('opens a vault that holds its deposit under its key', async (world) => {
      const { vaultId, key } = await openVault(world, amount(1_000))
      const vaults = unwrap(await world.chain.vaults([vaultId, sampleAddress(0xdead)]))
      const expected = { balance: 1_000n, deposited: 1_000n, publicKey: key.publicKey }
      assertEqual(vaults, new Map([[vaultId, expected]]))
    })

    test('holds the largest amount there is', async (world) => {
      const { vaultId } = await openVault(world, MAX_AMOUNT)
      assertEqual(unwrap(await world.chain.vaults([vaultId])).get(vaultId)?.balance, MAX_AMOUNT)
    })

    test('adds further deposits to what a vault holds', async (world) => {
      const { vaultId, coinType } = await openVault(world, amount(100))
      const fund: OperatorAction = {
        kind: 'fund_vault',
        dropObjectId: vaultId,
        coinType,
        deposit: amount(50),
      }
      const prepared = await world.chain.prepare(fund)
      // Whether the operator has such coins depends on the chain; when it has, they arrive.
      if (!prepared.ok) return assertEqual(prepared.error.kind, 'not_possible')
      unwrap(await world.chain.submit(prepared.value))
      const vault = unwrap(await world.chain.vaults([vaultId])).get(vaultId)
      const outcome = unwrap(await world.chain.outcome(prepared.value.digest))
      const total = outcome.kind === 'succeeded' ? 150n : 100n
      assertEqual([vault?.balance, vault?.deposited], [total, total])
    })

    test('delivers many claims in one transaction, all or none', async (world) => {
      const opened = await openVault(world, amount(100))
      const vouchers = await Promise.all(
        [1, 2, 3].map((nonce) =>
          signed(world, opened, { amount: amount(30), nonce, claimer: sampleAddress(nonce) }),
        ),
      )
      const tooMuch = await signed(world, opened, { amount: amount(30), nonce: 4 })
      const failing = await sent(world, {
        kind: 'deliver_claims',
        coinType: opened.coinType,
        vouchers: [...vouchers, tooMuch],
      })
      assertEqual(failing.outcome.kind, 'failed')
      assertEqual(unwrap(await world.chain.usedNonces(opened.vaultId, [1, 2, 3, 4])).used, new Set())
      const { effects } = await done(world, { kind: 'deliver_claims', coinType: opened.coinType, vouchers })
      assertEqual(
        effects.claimed.map(({ nonce }) => nonce),
        [1, 2, 3],
      )
      assertEqual(unwrap(await world.chain.vaults([opened.vaultId])).get(opened.vaultId)?.balance, 10n)
    })

    test('gives the same bytes effect once, however often they are sent', async (world) => {
      const opened = await openVault(world, amount(100))
      const voucher = await signed(world, opened, { amount: amount(30), nonce: 1 })
      const prepared = unwrap(
        await world.chain.prepare({ kind: 'deliver_claims', coinType: opened.coinType, vouchers: [voucher] }),
      )
      assertEqual(unwrap(await world.chain.outcome(prepared.digest)).kind, 'absent', 'before it is sent')
      for (let n = 0; n < 3; n++) {
        await world.chain.submit(prepared)
        assertEqual(unwrap(await world.chain.outcome(prepared.digest)).kind, 'succeeded')
      }
      assertEqual(unwrap(await world.chain.vaults([opened.vaultId])).get(opened.vaultId)?.balance, 70n)
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
      assertTrue(outcome.chainTime >= prepared.expiresAt, 'the time of the reading is past the expiry')
      assertEqual(unwrap(await world.chain.usedNonces(opened.vaultId, [1])).used, new Set())
    })

    test('goes through all claims by its cursor, without gap or double', async (world) => {
      const opened = await openVault(world, amount(100))
      const seen: number[] = []
      let cursor: string | null = null
      const readOn = async () => {
        for (;;) {
          const answer: { claims: readonly { nonce: number }[]; cursor: string | null } = unwrap(
            await world.chain.claimsAfter(cursor, 2),
          )
          seen.push(...answer.claims.map(({ nonce }) => nonce))
          cursor = answer.cursor ?? cursor
          if (answer.claims.length === 0) return
        }
      }
      for (const nonces of [[1, 2, 3], [], [4, 5]]) {
        for (const nonce of nonces) {
          await world.claim(await signed(world, opened, { amount: amount(1), nonce }))
        }
        await readOn()
      }
      assertEqual(seen, [1, 2, 3, 4, 5])
    })

    test('checks vouchers by the new key once it is changed', async (world) => {
      const opened = await openVault(world, amount(100))
      const old = await signed(world, opened, { amount: amount(10), nonce: 1 })
      const key = await world.newKey()
      const { vaultId: dropObjectId, coinType } = opened
      await done(world, { kind: 'rotate_key', dropObjectId, coinType, publicKey: key.publicKey })
      assertEqual((await world.claim(old)).kind, 'failed', 'by the old key')
      const renewed = await signed(world, { ...opened, key }, { amount: amount(10), nonce: 1 })
      assertEqual((await world.claim(renewed)).kind, 'succeeded', 'by the new key')
      assertEqual(
        unwrap(await world.chain.vaults([dropObjectId])).get(dropObjectId)?.publicKey,
        key.publicKey,
      )
    })

    test('gives back what is left in a vault that is closed, and pays no more from it', async (world) => {
      const opened = await openVault(world, amount(100))
      const voucher = await signed(world, opened, { amount: amount(10), nonce: 1 })
      const owner = sampleAddress(0x0b)
      const { vaultId: dropObjectId, coinType } = opened
      await done(world, { kind: 'close_vault', dropObjectId, coinType, leftoverTo: owner })
      assertEqual(unwrap(await world.chain.balances(coinType, [owner])).get(owner), 100n)
      assertEqual((await world.claim(voucher)).kind, 'failed')
      assertEqual(unwrap(await world.chain.vaults([dropObjectId])), new Map())
    })

    test('pays out of the treasury what is in it', async (world) => {
      const to = sampleAddress(0x70)
      const pay: OperatorAction = { kind: 'pay', coinType: SUI, amount: amount(40), to }
      const poor = await world.chain.prepare(pay)
      assertTrue(!poor.ok && poor.error.kind === 'not_possible', 'an empty treasury pays nothing')
      await world.faucet(world.chain.treasuryAddress, SUI, amount(100))
      const { effects } = await done(world, pay)
      assertEqual(
        effects.payments.map((payment) => [payment.from, payment.to, payment.coinType, payment.amount]),
        [[world.chain.treasuryAddress, to, SUI, 40n]],
      )
      const { treasuryAddress } = world.chain
      assertEqual(
        unwrap(await world.chain.balances(SUI, [treasuryAddress, to, sampleAddress(0x71)])),
        new Map([
          [treasuryAddress, 60n],
          [to, 40n],
          [sampleAddress(0x71), 0n],
        ]),
      )
    })

    test('knows a coin that is in somebody’s hands, and no other', async (world) => {
      await world.faucet(WALLET, SUI, amount(1))
      assertEqual(unwrap(await world.chain.coin(SUI))?.coinType, SUI)
      assertEqual(unwrap(await world.chain.coin(`${sampleAddress(0x99)}::no::COIN`)), null)
    })

    test('says during an outage that it is unavailable, and afterwards what it said before', async (world) => {
      const opened = await openVault(world, amount(100))
      const voucher = await signed(world, opened, { amount: amount(10), nonce: 1 })
      const deliver: OperatorAction = {
        kind: 'deliver_claims',
        coinType: opened.coinType,
        vouchers: [voucher],
      }
      const prepared = unwrap(await world.chain.prepare(deliver))
      await world.setOutage(true)
      const answers = [
        await world.chain.check(),
        await world.chain.prepare(deliver),
        await world.chain.submit(prepared),
        await world.chain.outcome(prepared.digest),
        await world.chain.vaults([opened.vaultId]),
        await world.chain.usedNonces(opened.vaultId, [1]),
        await world.chain.claimsAfter(null, 1),
        await world.chain.paymentsAfter(null, 1),
        await world.chain.paymentsFrom(WALLET, 1),
        await world.chain.coin(SUI),
        await world.chain.balances(SUI, [WALLET]),
        await world.chain.ownedObjects('0x2::nft::NFT', [WALLET]),
      ]
      for (const answer of answers) assertEqual(!answer.ok && answer.error.kind, 'chain_unavailable')
      await world.setOutage(false)
      unwrap(await world.chain.check())
      const vault = unwrap(await world.chain.vaults([opened.vaultId])).get(opened.vaultId)
      assertEqual(vault?.balance, 100n, 'nothing was sent meanwhile')
    })
  })
}
