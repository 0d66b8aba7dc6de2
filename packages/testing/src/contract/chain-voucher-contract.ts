import type { SignedVoucher } from '@dropkit/core'
import { assertEqual, assertTrue, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  amount,
  assertReadSince,
  balanceIn,
  type OpenedChain,
  type OpenedVault,
  openVault,
  signed,
  unwrap,
  VOUCHER_LIFETIME_MS,
  vaultState,
  WALLET,
} from './chain-world.ts'
import { sampleAddress } from './sample-records.ts'

/** The contract of a `Chain` for vouchers: when it pays a voucher, and when it does not. */
export function chainVoucherContract(run: TestRunner, open: Open<OpenedChain>): void {
  const test = testWith(run, open)

  test('pays a voucher to its claimer and shows the claim', async (world) => {
    const opened = await openVault(world, amount(1_000))
    const voucher = await signed(world, opened, { amount: amount(300), nonce: 1 })
    const paid = await world.claim(voucher)
    assertTrue(paid.kind === 'succeeded', 'the voucher is good')
    const vault = await vaultState(world, opened)
    assertEqual([vault?.balance, vault?.deposited], [700n, 1_000n])
    assertEqual(await balanceIn(world, opened.coinType, WALLET), 300n)
    const { claims } = unwrap(await world.chain.claimsAfter(null, 10))
    const { dropObjectId, claimer, nonce } = voucher
    const at = present(claims[0]).at
    const shown = { dropObjectId, claimer, amount: voucher.amount, nonce, txHash: paid.txHash, at }
    assertEqual(claims, [shown])
    const outcome = unwrap(await world.chain.outcome(paid.txHash))
    assertEqual(outcome.kind === 'succeeded' && outcome.effects.claimed, [shown])
  })

  const refuses = (
    name: string,
    spoil: (world: OpenedChain, voucher: SignedVoucher, opened: OpenedVault) => Promise<SignedVoucher>,
  ) =>
    test(`refuses ${name}, and pays nothing`, async (world) => {
      const opened = await openVault(world, amount(1_000))
      const voucher = await signed(world, opened, { amount: amount(300), nonce: 1 })
      const before = unwrap(await world.chain.vaults([opened.vaultId]))
      const spoiled = await spoil(world, voucher, opened)
      assertEqual((await world.claim(spoiled)).kind, 'failed')
      assertEqual(unwrap(await world.chain.vaults([opened.vaultId])), before)
      assertEqual(unwrap(await world.chain.claimsAfter(null, 10)).claims, [])
      assertEqual(unwrap(await world.chain.usedNonces(opened.vaultId, [1])).used, new Set())
    })

  refuses('a voucher for another amount than was signed', async (_, voucher) => ({
    ...voucher,
    amount: amount(301),
  }))
  refuses('a voucher for another claimer than was signed', async (_, voucher) => ({
    ...voucher,
    claimer: sampleAddress(0xbad),
  }))
  refuses('a voucher with another nonce than was signed', async (_, voucher) => ({ ...voucher, nonce: 2 }))
  refuses('a voucher with another expiry than was signed', async (_, voucher) => ({
    ...voucher,
    expiresAt: voucher.expiresAt + 1,
  }))
  refuses('a voucher signed by another key', async (world, voucher) => ({
    ...voucher,
    signature: await (await world.newKey()).sign(world.chain.voucherBytes(voucher)),
  }))
  for (const signature of ['', 'AAAA']) {
    refuses(`a voucher with the signature ${JSON.stringify(signature)}`, async (_, voucher) => ({
      ...voucher,
      signature,
    }))
  }
  refuses('a voucher for another vault', async (world, voucher) => ({
    ...voucher,
    dropObjectId: (await openVault(world, amount(1_000))).vaultId,
  }))
  refuses('a voucher past its expiry', async (world, voucher) => {
    await world.advance(VOUCHER_LIFETIME_MS)
    return voucher
  })
  refuses('a voucher for more than the vault holds', (world, _, opened) =>
    signed(world, opened, { amount: amount(1_001), nonce: 1 }),
  )

  test('prepares a voucher for its claimer, and runs the bytes once', async (world) => {
    const claimer = await world.newWallet()
    const opened = await openVault(world, amount(1_000))
    const voucher = await signed(world, opened, { amount: amount(300), nonce: 1, claimer })
    const bytes = unwrap(await world.chain.prepareClaim(voucher, opened.coinType, claimer))
    assertEqual((await vaultState(world, opened))?.balance, 1_000n, 'nothing is sent yet')
    const paid = await world.execute(claimer, bytes)
    assertTrue(paid.kind === 'succeeded', 'the voucher is good')
    await world.execute(claimer, bytes)
    assertEqual(await balanceIn(world, opened.coinType, claimer), 300n)
    const outcome = unwrap(await world.chain.outcome(paid.txHash))
    assertTrue(outcome.kind === 'succeeded', `it is ${outcome.kind}`)
    assertEqual(outcome.effects.sender, claimer)
    assertEqual(
      unwrap(await world.chain.claimsAfter(null, 10)).claims,
      [...outcome.effects.claimed],
      'it is seen as every claim is',
    )
  })

  test('lets another account submit a prepared voucher, and pays the claimer of the voucher', async (world) => {
    const sender = await world.newWallet()
    const claimer = sampleAddress(0xfeed)
    const opened = await openVault(world, amount(1_000))
    const voucher = await signed(world, opened, { amount: amount(300), nonce: 1, claimer })
    const bytes = unwrap(await world.chain.prepareClaim(voucher, opened.coinType, sender))
    const paid = await world.execute(sender, bytes)
    assertTrue(paid.kind === 'succeeded', 'the voucher is good')
    assertEqual(await balanceIn(world, opened.coinType, claimer), 300n)
    assertEqual(await balanceIn(world, opened.coinType, sender), 0n)
    const outcome = unwrap(await world.chain.outcome(paid.txHash))
    assertTrue(outcome.kind === 'succeeded', `it is ${outcome.kind}`)
    assertEqual(outcome.effects.sender, sender)
    assertEqual(outcome.effects.claimed[0]?.claimer, claimer)
  })

  test('pays no prepared voucher that was paid before', async (world) => {
    const claimer = await world.newWallet()
    const opened = await openVault(world, amount(1_000))
    const voucher = await signed(world, opened, { amount: amount(300), nonce: 1, claimer })
    const bytes = unwrap(await world.chain.prepareClaim(voucher, opened.coinType, claimer))
    assertEqual((await world.claim(voucher)).kind, 'succeeded')
    assertEqual((await world.execute(claimer, bytes)).kind, 'failed')
    assertEqual(await balanceIn(world, opened.coinType, claimer), 300n)
  })

  test('pays a nonce once, whatever is signed for it later', async (world) => {
    const opened = await openVault(world, amount(1_000))
    const first = await signed(world, opened, { amount: amount(300), nonce: 7 })
    const paid = await world.claim(first)
    assertTrue(paid.kind === 'succeeded', 'the voucher is good')
    assertEqual((await world.claim(first)).kind, 'failed', 'the same again')
    const again = await signed(world, opened, { amount: amount(200), nonce: 7 })
    assertEqual((await world.claim(again)).kind, 'failed', 'another amount')
    assertEqual((await vaultState(world, opened))?.balance, 700n)
    const { used, chainTime } = unwrap(await world.chain.usedNonces(opened.vaultId, [6, 7, 7, 8]))
    assertEqual(used, new Set([7]))
    const outcome = unwrap(await world.chain.outcome(paid.txHash))
    assertTrue(outcome.kind === 'succeeded', `it is ${outcome.kind}`)
    assertReadSince(world, outcome.effects, chainTime)
  })
}
