import { MAX_PIECES_PER_CLAIM } from '@dropkit/core/internal'
import { assertEqual, assertTrue } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  amount,
  assertReadSince,
  balanceIn,
  depositFrom,
  done,
  type OpenedChain,
  openAction,
  openPieces,
  openVault,
  sent,
  signed,
  unwrap,
  vaultState,
  WALLET,
} from './chain-world.ts'
import { sampleAddress } from './sample-records.ts'

/** The contract of a `Chain` for the vaults of drops: any wallet may deposit, and only the operator may withdraw. */
export function chainVaultContract(run: TestRunner, open: Open<OpenedChain>): void {
  const test = testWith(run, open)

  /** Opens a vault for a coin that a new wallet and the operator hold. */
  async function openFunded(world: OpenedChain, own: { operator: number; wallet: number; deposit: number }) {
    const wallet = await world.newWallet()
    const coinType = await world.newCoin([
      { owner: world.chain.operatorAddress, amount: amount(own.operator) },
      { owner: wallet, amount: amount(own.wallet) },
    ])
    return { wallet, opened: await openVault(world, amount(own.deposit), coinType) }
  }

  test('opens vaults that hold their deposits under their keys', async (world) => {
    const opened = [await openVault(world, amount(1_000)), await openVault(world, amount(7))]
    const ids = opened.map(({ vaultId }) => vaultId)
    const vaults = unwrap(await world.chain.vaults([...ids, sampleAddress(0xdead)]))
    const expected = opened.map(({ vaultId, key }, place) => {
      const balance = [1_000n, 7n][place]
      return [vaultId, { balance, deposited: balance, publicKey: key.publicKey, isPaused: false }] as const
    })
    assertEqual(vaults, new Map(expected))
  })

  test('fills it from the operator’s coins', async (world) => {
    const { opened } = await openFunded(world, { operator: 150, wallet: 1, deposit: 100 })
    const { operatorAddress } = world.chain
    assertEqual(await balanceIn(world, opened.coinType, operatorAddress), 50n)
    const { vaultId: dropObjectId, coinType } = opened
    const { effects } = await done(world, { kind: 'fund_vault', dropObjectId, coinType, deposit: amount(50) })
    assertEqual(effects.deposits, [{ dropObjectId, amount: 50n }])
    const state = await vaultState(world, opened)
    assertEqual([state?.balance, state?.deposited], [150n, 150n])
    assertEqual(await balanceIn(world, coinType, operatorAddress), 0n)
  })

  test('opens an empty one', async (world) => {
    const { opened } = await openFunded(world, { operator: 0, wallet: 1, deposit: 0 })
    const state = await vaultState(world, opened)
    assertEqual([state?.balance, state?.deposited], [0n, 0n])
  })

  test('holds the largest amount that there can be of a coin', async (world) => {
    const opened = await openVault(world, world.largestSupply)
    assertEqual((await vaultState(world, opened))?.balance, world.largestSupply)
  })

  test('opens one at once for a token that is not deployed, filled, or says that it is not possible', async (world) => {
    const { action } = await openAction(world, { deposit: amount(70) })
    const prepared = await world.chain.prepare(action)
    if (!world.chain.opensVaultsAtOnce) {
      assertEqual(!prepared.ok && prepared.error.kind, 'not_possible')
      return
    }
    const { effects } = await done(world, action)
    const [vault] = effects.vaultsOpened
    assertTrue(vault !== undefined, 'it is opened')
    assertEqual((await vaultState(world, { vaultId: vault.dropObjectId }))?.balance, 70n)
  })

  test('says that a deposit which the operator has not got is not possible, unless it makes it', async (world) => {
    const { opened } = await openFunded(world, { operator: 10, wallet: 100, deposit: 0 })
    const { vaultId: dropObjectId, coinType } = opened
    const fund = { kind: 'fund_vault', dropObjectId, coinType, deposit: amount(11) } as const
    const outcome = await sent(world, fund)
    const expected = world.chain.opensVaultsAtOnce ? outcome.kind : 'failed'
    assertEqual(outcome.kind, expected)
    const total = outcome.kind === 'succeeded' ? 11n : 0n
    assertEqual((await vaultState(world, opened))?.balance, total)
  })

  test('accepts a deposit of any wallet, from its coins', async (world) => {
    const { wallet, opened } = await openFunded(world, { operator: 100, wallet: 60, deposit: 100 })
    assertEqual((await depositFrom(world, wallet, opened, amount(45))).kind, 'succeeded')
    const state = await vaultState(world, opened)
    assertEqual([state?.balance, state?.deposited], [145n, 145n])
    assertEqual(await balanceIn(world, opened.coinType, wallet), 15n)
  })

  test('returns the deposits by wallet', async (world) => {
    const { wallet, opened } = await openFunded(world, { operator: 0, wallet: 60, deposit: 0 })
    const deposit = await depositFrom(world, wallet, opened, amount(45))
    assertTrue(deposit.kind === 'succeeded', 'the deposit')
    const outcome = unwrap(await world.chain.outcome(deposit.txHash))
    assertTrue(outcome.kind === 'succeeded', `it is ${outcome.kind}`)
    assertEqual(
      [outcome.effects.sender, outcome.effects.deposits],
      [wallet, [{ dropObjectId: opened.vaultId, amount: 45n }]],
    )
  })

  test('pays no voucher while it is paused, and all of them again afterwards', async (world) => {
    const opened = await openVault(world, amount(100))
    const { vaultId: dropObjectId, coinType } = opened
    const voucher = await signed(world, opened, { amount: amount(10), nonce: 1 })
    const deliver = { kind: 'deliver_claims', coinType, vouchers: [voucher] } as const
    const early = unwrap(await world.chain.prepare(deliver))
    for (const kind of ['pause_vault', 'pause_vault'] as const) {
      await done(world, { kind, dropObjectId, coinType })
      assertEqual((await vaultState(world, opened))?.isPaused, true, kind)
      assertEqual((await world.claim(voucher)).kind, 'failed', 'by its holder')
      const delivered = await sent(world, deliver)
      assertTrue(delivered.kind === 'failed' && !delivered.isFinal, 'the service cannot deliver it now')
    }
    if (unwrap(await world.chain.submit(early)) === 'sent') {
      const outcome = unwrap(await world.chain.outcome(early.digest))
      assertTrue(outcome.kind === 'failed', `a transaction from before the pause is ${outcome.kind}`)
      const { isFinal = false, isCongestion = false, isWrongKey = false } = outcome
      assertEqual(
        { isFinal, isCongestion, isWrongKey },
        { isFinal: false, isCongestion: false, isWrongKey: false },
      )
    }
    assertEqual((await vaultState(world, opened))?.balance, 100n)
    for (const kind of ['resume_vault', 'resume_vault'] as const) {
      await done(world, { kind, dropObjectId, coinType })
      assertEqual((await vaultState(world, opened))?.isPaused, false, kind)
    }
    assertEqual((await world.claim(voucher)).kind, 'succeeded')
  })

  test('lets the service deliver during a pause, which stays', async (world) => {
    const opened = await openVault(world, amount(100))
    const { vaultId: dropObjectId, coinType } = opened
    const [mine, theirs] = await Promise.all(
      [1, 2].map((nonce) => signed(world, opened, { amount: amount(10), nonce })),
    )
    assertTrue(mine !== undefined && theirs !== undefined, 'two vouchers')
    await done(world, { kind: 'pause_vault', dropObjectId, coinType })
    const deliver = { kind: 'deliver_claims', coinType, throughPause: true } as const
    const { effects } = await done(world, { ...deliver, vouchers: [mine] })
    assertEqual(
      effects.claimed.map(({ nonce }) => nonce),
      [1],
    )
    assertEqual((await vaultState(world, opened))?.isPaused, true)
    assertEqual((await world.claim(theirs)).kind, 'failed')
    assertEqual((await sent(world, { ...deliver, vouchers: [mine] })).kind, 'failed', 'the same nonce again')
    assertEqual((await vaultState(world, opened))?.balance, 90n)
  })

  test('can be filled, given a key and closed while it is paused', async (world) => {
    const { wallet, opened } = await openFunded(world, { operator: 5, wallet: 10, deposit: 5 })
    const { vaultId: dropObjectId, coinType } = opened
    await done(world, { kind: 'pause_vault', dropObjectId, coinType })
    assertEqual((await depositFrom(world, wallet, opened, amount(10))).kind, 'succeeded')
    const { publicKey } = await world.newKey()
    await done(world, { kind: 'rotate_key', dropObjectId, coinType, publicKey })
    const expected = { balance: 15n, deposited: 15n, publicKey, isPaused: true }
    assertEqual(await vaultState(world, opened), expected)
    await done(world, { kind: 'close_vault', dropObjectId, coinType })
    assertEqual(await balanceIn(world, coinType, wallet), 10n)
  })

  test('checks vouchers by the new key once it is changed', async (world) => {
    const opened = await openVault(world, amount(100))
    const old = await signed(world, opened, { amount: amount(10), nonce: 1 })
    const key = await world.newKey()
    const { vaultId: dropObjectId, coinType } = opened
    const early = unwrap(await world.chain.prepare({ kind: 'deliver_claims', coinType, vouchers: [old] }))
    await done(world, { kind: 'rotate_key', dropObjectId, coinType, publicKey: key.publicKey })
    assertEqual((await world.claim(old)).kind, 'failed', 'by the old key')
    await world.chain.submit(early)
    const outcome = unwrap(await world.chain.outcome(early.digest))
    assertTrue(
      outcome.kind === 'failed' && outcome.isWrongKey === true,
      'the failure says that the key is wrong',
    )
    const renewed = await signed(world, { ...opened, key }, { amount: amount(10), nonce: 1 })
    assertEqual((await world.claim(renewed)).kind, 'succeeded', 'by the new key')
    assertEqual((await vaultState(world, opened))?.publicKey, key.publicKey)
  })

  test('returns the remainder to its funders by their shares when it is closed', async (world) => {
    const [one, other] = [await world.newWallet(), await world.newWallet()]
    const { operatorAddress } = world.chain
    const holders = [
      { owner: operatorAddress, amount: amount(50) },
      { owner: one, amount: amount(30) },
      { owner: other, amount: amount(20) },
    ]
    const opened = await openVault(world, amount(50), await world.newCoin(holders))
    const { vaultId: dropObjectId, coinType } = opened
    for (const [wallet, value] of [
      [one, 20],
      [other, 20],
      [one, 10],
    ] as const) {
      assertEqual((await depositFrom(world, wallet, opened, amount(value))).kind, 'succeeded')
    }
    const taken = await signed(world, opened, { amount: amount(33), nonce: 1 })
    assertEqual((await world.claim(taken)).kind, 'succeeded', 'the claim')
    const late = await signed(world, opened, { amount: amount(10), nonce: 2 })
    await done(world, { kind: 'close_vault', dropObjectId, coinType })
    // Of the remaining 67, the two get 30 % and 20 %, rounded down. The operator gets the rest.
    const owners = [one, other, operatorAddress, WALLET]
    assertEqual(
      unwrap(await world.chain.balances(coinType, owners)),
      new Map([
        [one, 20n],
        [other, 13n],
        [operatorAddress, 34n],
        [WALLET, 33n],
      ]),
    )
    assertEqual((await world.claim(late)).kind, 'failed')
    assertEqual(unwrap(await world.chain.vaults([dropObjectId])), new Map())
  })

  test('tells the time, and nothing of unused nonces, if there is no such vault', async (world) => {
    const opened = await openVault(world, amount(100))
    const { vaultId: dropObjectId, coinType } = opened
    const voucher = await signed(world, opened, { amount: amount(10), nonce: 1 })
    assertEqual((await world.claim(voucher)).kind, 'succeeded')
    const { effects } = await done(world, { kind: 'close_vault', dropObjectId, coinType })
    for (const vault of [dropObjectId, sampleAddress(0xdead)]) {
      const { chainTime, used } = unwrap(await world.chain.usedNonces(vault, []))
      assertReadSince(world, effects, chainTime)
      assertEqual(used, new Set())
    }
    const { used, vault = null } = unwrap(await world.chain.usedNonces(dropObjectId, [1, 2]))
    assertEqual(vault, null, 'the vault is not shown with the nonces either')
    assertTrue(used === null || (used.has(1) && !used.has(2)), 'the paid nonce is not reported as unused')
  })

  test('gives out pieces of an NFT drop as they are claimed, and no more than there are', async (world) => {
    const opened = await openPieces(world, amount(3))
    const two = await signed(world, opened, { amount: amount(2), nonce: 1 })
    const more = await signed(world, opened, { amount: amount(2), nonce: 2 })
    assertEqual((await world.claim(two)).kind, 'succeeded')
    assertEqual((await world.claim(more)).kind, 'failed', 'one is left')
    const state = await vaultState(world, opened)
    assertEqual([state?.balance, state?.deposited], [1n, 3n])
    const elsewhere = await openPieces(world, amount(1))
    const ofAnother = await world.chain.ownedObjects(elsewhere.coinType, [WALLET])
    assertEqual(unwrap(ofAnother).get(WALLET), 0, 'of another drop')
    const other = sampleAddress(0xdead)
    const owned = await world.chain.ownedObjects(opened.coinType, [WALLET, other])
    assertEqual(
      unwrap(owned),
      new Map([
        [WALLET, 2],
        [other, 0],
      ]),
    )
    const last = await signed(world, opened, { amount: amount(1), nonce: 3 })
    const deliver = { kind: 'deliver_claims', coinType: opened.coinType, vouchers: [last] } as const
    assertEqual((await sent(world, deliver)).kind, 'succeeded')
    const all = await world.chain.ownedObjects(opened.coinType, [WALLET])
    assertEqual(unwrap(all).get(WALLET), 3, 'with the delivered one')
    await done(world, { kind: 'close_vault', dropObjectId: opened.vaultId, coinType: opened.coinType })
    assertEqual(await vaultState(world, opened), undefined)
  })

  test('adds pieces to an NFT drop without taking anything from the operator', async (world) => {
    const { vaultId, coinType } = await openPieces(world, amount(1))
    const piece = { number: 2, name: 'King', imageUrl: null, attributes: [{ name: 'Crown', value: 'tin' }] }
    const fund = {
      kind: 'fund_vault',
      dropObjectId: vaultId,
      coinType,
      deposit: amount(2),
      pieces: [piece],
    } as const
    assertEqual((await sent(world, fund)).kind, 'succeeded')
    const state = unwrap(await world.chain.vaults([vaultId])).get(vaultId)
    assertEqual([state?.balance, state?.deposited], [3n, 3n])
  })

  test('gives out as many pieces in one claim as a drop may promise, and not one more', async (world) => {
    const opened = await openPieces(world, amount(600))
    const most = await signed(world, opened, { amount: amount(MAX_PIECES_PER_CLAIM), nonce: 1 })
    const more = await signed(world, opened, { amount: amount(MAX_PIECES_PER_CLAIM + 1), nonce: 2 })
    assertEqual((await world.claim(more)).kind, 'failed')
    assertEqual((await world.claim(most)).kind, 'succeeded')
    const owned = unwrap(await world.chain.ownedObjects(opened.coinType, [WALLET]))
    assertEqual(owned.get(WALLET), MAX_PIECES_PER_CLAIM)
  })
}
