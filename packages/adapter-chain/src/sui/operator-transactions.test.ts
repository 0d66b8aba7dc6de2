import { amountOf, type OperatorAction } from '@dropkit/core'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64 } from '@mysten/sui/utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addressFor,
  done,
  GAS_COST,
  MUCH_GAS,
  nextOperator,
  type OpenedVault,
  openAction,
  openSuiWorld,
  openVault,
  operator,
  PEPPER,
  prepared,
  publicKey,
  SUI,
  type SuiWorld,
  signedVoucher,
  treasury,
  unwrap,
  wallet,
} from '../../test/sui-fixture.ts'
import { vaultModuleOf } from './operator-commands.ts'
import { sendableOf } from './submit-transaction.ts'
import { createSuiChain } from './sui-chain.ts'

const OPERATOR = addressFor(operator)
const TREASURY = addressFor(treasury)
const WALLET = addressFor(wallet)

let world: SuiWorld
beforeEach(async () => {
  world = await openSuiWorld()
})
afterEach(() => world.close())

const balanceOf = async (owner: typeof OPERATOR, coinType = PEPPER) =>
  unwrap(await world.chain.balances(coinType, [owner])).get(owner)

const vaultOf = async (dropObjectId: typeof OPERATOR) =>
  unwrap(await world.chain.vaults([dropObjectId])).get(dropObjectId)

const pay = (amount: bigint, coinType = PEPPER): OperatorAction => ({
  kind: 'pay',
  coinType,
  amount: amountOf(amount),
  to: WALLET,
})

describe('what the service does on Sui', () => {
  test('opens a vault, fills it up, pays from it, changes its key and closes it', async () => {
    const vault = await openVault(world, 100n)
    expect(await vaultOf(vault.dropObjectId)).toMatchObject({ balance: 100n, deposited: 100n, publicKey })
    world.node.faucet(OPERATOR, PEPPER, 50n)
    await done(world.chain, { kind: 'fund_vault', ...vault, deposit: amountOf(50n) })
    const vouchers = [
      await signedVoucher(world, vault, { amount: 30n, nonce: 1 }),
      await signedVoucher(world, vault, { amount: 40n, nonce: 2 }),
    ]
    const { claimed } = await done(world.chain, { kind: 'deliver_claims', coinType: PEPPER, vouchers })
    expect(claimed.map(({ nonce }) => nonce)).toEqual([1, 2])
    expect(await balanceOf(WALLET)).toBe(70n)
    const newKey = Buffer.alloc(32, 5).toString('base64')
    await done(world.chain, { kind: 'rotate_key', ...vault, publicKey: newKey })
    expect(await vaultOf(vault.dropObjectId)).toMatchObject({ balance: 80n, publicKey: newKey })
    await done(world.chain, { kind: 'close_vault', ...vault })
    expect(await vaultOf(vault.dropObjectId)).toBeUndefined()
    expect(await balanceOf(OPERATOR)).toBe(80n)
  })

  test('pauses a vault, pays through the pause, and resumes', async () => {
    const vault = await openVault(world, 100n)
    const voucher = await signedVoucher(world, vault, { amount: 10n, nonce: 1 })
    const deliver: OperatorAction = { kind: 'deliver_claims', coinType: PEPPER, vouchers: [voucher] }
    await done(world.chain, { kind: 'pause_vault', ...vault })
    expect(await world.chain.prepare(deliver)).toMatchObject({
      error: { kind: 'not_possible', reason: expect.stringMatching(/^EPaused: /) },
    })
    await done(world.chain, { ...deliver, throughPause: true })
    expect(await vaultOf(vault.dropObjectId)).toMatchObject({ balance: 90n, isPaused: true })
    await done(world.chain, { kind: 'resume_vault', ...vault })
    expect(await vaultOf(vault.dropObjectId)).toMatchObject({ isPaused: false })
  })

  test('opens a vault of pieces whose description is longer than an argument may be', async () => {
    const looks = { name: '🌶'.repeat(120), description: '🌶'.repeat(5_000), imageUrl: '' }
    const vault = await openVault(world, 1n, { type: 'NFT', coinType: null, pieces: looks })
    expect(await vaultOf(vault.dropObjectId)).toMatchObject({ balance: 1n })
  })

  test('opens a vault of pieces, raises their number and mints them', async () => {
    const looks = { name: 'Ant', description: 'Small', imageUrl: 'https://example.com/ant.png' }
    const vault = await openVault(world, 5n, { type: 'NFT', coinType: null, pieces: looks })
    expect(vaultModuleOf(vault.coinType, world.options.packageId).module).toBe('nft_drop')
    await done(world.chain, { kind: 'fund_vault', ...vault, deposit: amountOf(3n) })
    expect(await vaultOf(vault.dropObjectId)).toMatchObject({ balance: 8n, deposited: 8n })
    const voucher = await signedVoucher(world, vault, { amount: 2n, nonce: 1 })
    await done(world.chain, { kind: 'deliver_claims', coinType: vault.coinType, vouchers: [voucher] })
    expect(unwrap(await world.chain.ownedObjects(vault.coinType, [WALLET])).get(WALLET)).toBe(2)
    await done(world.chain, { kind: 'close_vault', ...vault })
  })

  test('carries as many claims in a transaction as it says', async () => {
    const count = world.chain.maxVouchersPerTransaction
    const vault = await openVault(world, BigInt(count))
    const vouchers = await Promise.all(
      Array.from({ length: count }, (_, n) => signedVoucher(world, vault, { amount: 1n, nonce: n + 1 })),
    )
    const { claimed } = await done(world.chain, { kind: 'deliver_claims', coinType: PEPPER, vouchers })
    expect(claimed).toHaveLength(count)
  })

  test('pays out of the treasury, and the operator pays the gas', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
    world.node.faucet(TREASURY, PEPPER, 100n, 'balance')
    const { payments } = await done(world.chain, pay(60n))
    expect(payments).toMatchObject([{ from: TREASURY, to: WALLET, coinType: PEPPER, amount: 60n }])
    expect(await balanceOf(TREASURY)).toBe(40n)
    expect(await balanceOf(OPERATOR, SUI)).toBe(MUCH_GAS - GAS_COST)
  })

  test('pays no wallet for which the coin is denied, reports that as final, and pays again once it is allowed', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS)
    world.node.faucet(TREASURY, PEPPER, 100n)
    world.node.denyCoin(PEPPER, WALLET)
    // For receivers, the deny list takes effect in the next epoch.
    await done(world.chain, pay(1n))
    world.node.endEpoch()
    expect(await world.chain.prepare(pay(2n))).toMatchObject({
      ok: false,
      error: { kind: 'not_possible', isFinal: true, reason: expect.stringContaining('is denied for coin') },
    })
    world.node.allowCoin(PEPPER, WALLET)
    world.node.endEpoch()
    await done(world.chain, pay(3n))
    expect(await balanceOf(WALLET)).toBe(4n)
  })

  test('does not call it final that the coin is denied to the treasury: the node tries it out, and does not take it', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS)
    world.node.faucet(TREASURY, PEPPER, 100n, 'balance')
    const sent = await prepared(world.chain, pay(5n))
    world.node.denyCoin(PEPPER, TREASURY)
    expect(unwrap(await world.chain.submit(sent))).toBe('sent')
    expect(unwrap(await world.chain.outcome(sent.digest)).kind).toBe('absent')
    const other = await prepared(world.chain, pay(6n))
    expect(unwrap(await world.chain.submit(other))).toBe('sent')
    // If the coin is allowed again in the same epoch, the same bytes take effect.
    world.node.allowCoin(PEPPER, TREASURY)
    expect(unwrap(await world.chain.submit(sent))).toBe('sent')
    expect(unwrap(await world.chain.outcome(sent.digest)).kind).toBe('succeeded')
    expect(await balanceOf(WALLET)).toBe(5n)
  })

  test('pays with coins that arrived as many objects', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS / 2n)
    world.node.faucet(OPERATOR, SUI, MUCH_GAS / 2n)
    for (let n = 1n; n <= 300n; n++) world.node.faucet(TREASURY, SUI, n)
    await done(world.chain, pay(45_150n, SUI))
    expect(await balanceOf(WALLET, SUI)).toBe(45_150n)
    expect(await balanceOf(TREASURY, SUI)).toBe(0n)
  })

  test.each([
    ['no gas', {}, /the operator has 0 of .*SUI/],
    ['too little gas', { gas: 1n }, /the operator has 1 of .*SUI/],
    ['no coins', { gas: MUCH_GAS }, /the operator has 0 of .*PEPPER, and 100 is needed/],
    ['too few coins', { gas: MUCH_GAS, coins: 99n }, /the operator has 99 of .*PEPPER, and 100/],
  ] as const)('does not build a transaction %s', async (_what, has, reason) => {
    const {
      gas = 0n,
      coins = reason.source.includes('PEPPER') ? 0n : 100n,
    }: { gas?: bigint; coins?: bigint } = has
    if (gas > 0n) world.node.faucet(OPERATOR, SUI, gas, 'balance')
    if (coins > 0n) world.node.faucet(OPERATOR, PEPPER, coins, 'balance')
    const answer = await world.chain.prepare(openAction(100n))
    expect(answer).toMatchObject({
      error: { kind: 'not_possible', reason: expect.stringMatching(reason) },
    })
    expect(world.node.transactions()).toEqual([])
  })

  test('names the expected abort, and the vault that is missing', async () => {
    const vault = await openVault(world, 100n)
    const bad = await signedVoucher(world, vault, { amount: 101n, nonce: 1 })
    const answers = await Promise.all([
      world.chain.prepare({ kind: 'deliver_claims', coinType: PEPPER, vouchers: [bad] }),
      world.chain.prepare({ kind: 'rotate_key', ...vault, publicKey: 'AAAA' }),
      world.chain.prepare({ kind: 'close_vault', coinType: PEPPER, dropObjectId: WALLET }),
      world.chain.prepare({ kind: 'close_vault', ...vault, coinType: SUI }),
    ])
    expect(answers.map((answer) => !answer.ok && answer.error)).toMatchObject([
      { kind: 'not_possible', reason: expect.stringMatching(/^EInsufficientVault: /) },
      { kind: 'not_possible', reason: expect.stringMatching(/^EBadPublicKey: /) },
      { kind: 'not_possible', reason: expect.stringMatching(/^ENoVault: /) },
      { kind: 'not_possible' },
    ])
  })

  test('is unavailable while the node is', async () => {
    world.node.down()
    const answer = await world.chain.prepare(openAction(0n))
    expect(!answer.ok && answer.error.kind).toBe('chain_unavailable')
  })

  test.each(['GetEpoch', 'GetServiceInfo', 'GetBalance', 'ListOwnedObjects', 'SimulateTransaction'])(
    'is built at the second attempt when %s fails once, and is unavailable while it goes on failing',
    async (method) => {
      const { node, openServer } = world
      node.faucet(OPERATOR, SUI, MUCH_GAS)
      const action = openAction(0n)
      // A new server each time, so that nothing is cached.
      node.setFault({ method, fault: { kind: 'unavailable' }, times: 100 })
      const answer = await openServer().prepare(action)
      expect(!answer.ok && answer.error.kind).toBe('chain_unavailable')
      node.clearFaults()
      node.setFault({ method, fault: { kind: 'lost_reply' } })
      unwrap(await openServer().prepare(action))
    },
  )
})

describe('a vault that was opened with an earlier key of the operator', () => {
  const NEXT = addressFor(nextOperator)
  let former: (typeof NEXT)[]
  beforeEach(() => {
    former = []
  })

  const deposit = async (vault: OpenedVault, signer: typeof wallet, amount: bigint) => {
    const funder = addressFor(signer)
    world.node.faucet(funder, SUI, MUCH_GAS)
    world.node.faucet(funder, PEPPER, amount)
    await execute(unwrap(await world.chain.prepareDeposit(vault, amountOf(amount), funder)), signer)
  }

  const execute = async (bytes: string | Uint8Array, signer: typeof wallet) => {
    const transaction = typeof bytes === 'string' ? fromBase64(bytes) : bytes
    const { signature } = await signer.signTransaction(transaction)
    await world.options.client.core.executeTransaction({ transaction, signatures: [signature] })
  }

  /** Sends the vault's only `OwnerCap` to the next account, as a wallet does, and opens a server with that account's key. */
  async function changeKey() {
    const { client, packageId } = world.options
    const type = `${packageId}::drop::OwnerCap`
    const { objects } = await client.core.listOwnedObjects({ owner: OPERATOR, type })
    const transfer = new Transaction()
    transfer.setSender(OPERATOR)
    transfer.transferObjects(
      objects.map(({ objectId }) => objectId),
      NEXT,
    )
    world.node.faucet(OPERATOR, SUI, MUCH_GAS)
    await execute(await transfer.build({ client }), operator)
    world.node.faucet(NEXT, SUI, MUCH_GAS, 'balance')
    return createSuiChain({ ...world.options, operator: nextOperator, formerOperators: async () => former })
  }

  test('pays nothing to the earlier account when it is closed', async () => {
    const vault = await openVault(world, 60n)
    await deposit(vault, wallet, 30n)
    const voucher = await signedVoucher(world, vault, { amount: 45n, nonce: 1, claimer: TREASURY })
    await done(world.chain, { kind: 'deliver_claims', coinType: PEPPER, vouchers: [voucher] })
    const chain = await changeKey()
    await done(chain, { kind: 'pause_vault', ...vault })
    world.node.faucet(NEXT, PEPPER, 10n, 'balance')
    await done(chain, { kind: 'fund_vault', ...vault, deposit: amountOf(10n) })
    await done(chain, { kind: 'close_vault', ...vault })
    // 55 is left of 100. The wallet put in 30 of it.
    expect([await balanceOf(OPERATOR), await balanceOf(WALLET), await balanceOf(NEXT)]).toEqual([
      0n,
      16n,
      39n,
    ])
    expect(await vaultOf(vault.dropObjectId)).toBeUndefined()
  })

  test('pays nothing to an account that was the operator in between and has filled it', async () => {
    const vault = await openVault(world, 60n)
    await deposit(vault, treasury, 30n)
    await deposit(vault, wallet, 10n)
    former = [TREASURY]
    await done(await changeKey(), { kind: 'close_vault', ...vault })
    const accounts = [OPERATOR, TREASURY, WALLET, NEXT]
    expect(await Promise.all(accounts.map((account) => balanceOf(account)))).toEqual([0n, 0n, 10n, 90n])
    expect(await vaultOf(vault.dropObjectId)).toBeUndefined()
  })

  test('is closed when it is empty', async () => {
    const vault = await openVault(world, 0n)
    await done(await changeKey(), { kind: 'close_vault', ...vault })
    expect(await vaultOf(vault.dropObjectId)).toBeUndefined()
  })

  test('pays nothing to the earlier account if it keeps the share of a wallet to which the coin is denied', async () => {
    const vault = await openVault(world, 60n)
    await deposit(vault, wallet, 40n)
    const chain = await changeKey()
    world.node.denyCoin(PEPPER, WALLET)
    world.node.endEpoch()
    await done(chain, { kind: 'close_vault', ...vault })
    expect([await balanceOf(OPERATOR), await balanceOf(WALLET), await balanceOf(NEXT)]).toEqual([0n, 0n, 60n])
    expect(await vaultOf(vault.dropObjectId)).toMatchObject({ balance: 40n, isPaused: true })
  })
})

describe('a transaction of the service', () => {
  // Core counts this gas against the budget of the drop's owner.
  test('states as its gas the most that it may cost, with storage, whatever it does', async () => {
    await world.close()
    world = await openSuiWorld({ storageCost: 50_000_000n })
    world.node.faucet(OPERATOR, PEPPER, 1_000n, 'balance')
    world.node.faucet(TREASURY, PEPPER, 100n, 'balance')
    const vault = await openVault(world, 100n)
    const voucher = await signedVoucher(world, vault, { amount: 10n, nonce: 1 })
    const actions: { readonly [Kind in OperatorAction['kind']]: OperatorAction } = {
      open_vault: openAction(10n),
      fund_vault: { kind: 'fund_vault', ...vault, deposit: amountOf(10n) },
      deliver_claims: { kind: 'deliver_claims', coinType: PEPPER, vouchers: [voucher] },
      rotate_key: { kind: 'rotate_key', ...vault, publicKey },
      pause_vault: { kind: 'pause_vault', ...vault },
      resume_vault: { kind: 'resume_vault', ...vault },
      pay: pay(10n),
      close_vault: { kind: 'close_vault', ...vault },
    }
    for (const action of Object.values(actions)) {
      const before = (await balanceOf(OPERATOR, SUI)) ?? 0n
      const transaction = await prepared(world.chain, action)
      unwrap(await world.chain.submit(transaction))
      const paid = before - ((await balanceOf(OPERATOR, SUI)) ?? 0n)
      const budget = world.node.transactions().at(-1)?.data.gasData.budget
      expect({ kind: action.kind, gas: String(transaction.gas) }).toEqual({ kind: action.kind, gas: budget })
      expect(paid).toBeGreaterThanOrEqual(50_000_000n)
      expect(transaction.gas).toBeGreaterThanOrEqual(paid)
    }
  })

  test('takes effect once, however often and by how many servers it is sent', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
    world.node.faucet(TREASURY, PEPPER, 100n, 'balance')
    const transaction = await prepared(world.chain, pay(40n))
    const servers = [world.chain, world.openServer(), world.openServer()]
    const sent = await Promise.all(servers.map((server) => server.submit(transaction)))
    expect(sent.map(unwrap)).toEqual(['sent', 'sent', 'sent'])
    expect(unwrap(await world.chain.submit(transaction))).toBe('sent')
    expect(await balanceOf(WALLET)).toBe(40n)
  })

  test('is another one each time, also where it does the same', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
    world.node.faucet(TREASURY, PEPPER, 100n, 'balance')
    const [first, second] = [await prepared(world.chain, pay(40n)), await prepared(world.chain, pay(40n))]
    expect(first.digest).not.toBe(second.digest)
    unwrap(await world.chain.submit(second))
    unwrap(await world.chain.submit(first))
    expect(await balanceOf(WALLET)).toBe(80n)
  })

  test('stays good while others of the same account go by', async () => {
    const vault = await openVault(world, 10n)
    world.node.faucet(OPERATOR, PEPPER, 100n, 'balance')
    const fund: OperatorAction = { kind: 'fund_vault', ...vault, deposit: amountOf(10n) }
    const open = await Promise.all(
      [world.chain, world.openServer(), world.openServer()].map((server) => prepared(server, fund)),
    )
    await done(world.chain, fund)
    for (const transaction of open.toReversed()) unwrap(await world.chain.submit(transaction))
    expect(await vaultOf(vault.dropObjectId)).toMatchObject({ balance: 50n })
  })

  test('is refused once its epoch is over, and is known to be lost only then', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
    world.node.faucet(TREASURY, PEPPER, 100n, 'balance')
    const transaction = await prepared(world.chain, pay(40n))
    world.node.advance(transaction.expiresAt - world.node.now() - 60_000)
    const before = unwrap(await world.chain.outcome(transaction.digest))
    expect(before.kind === 'absent' && before.chainTime < transaction.expiresAt).toBe(true)
    world.node.advance(60_000)
    expect(unwrap(await world.chain.submit(transaction))).toBe('sent')
    // The headers contain the time of the last checkpoint, from which the duration of the request is subtracted.
    world.node.advance(60_000)
    const after = unwrap(await world.chain.outcome(transaction.digest))
    expect(after.kind === 'absent' && after.chainTime >= transaction.expiresAt).toBe(true)
    await done(world.chain, pay(40n))
    expect(await balanceOf(WALLET)).toBe(40n)
  })

  test('belongs to the new epoch even if this machine has not seen the epoch change', async () => {
    const { node, options } = world
    node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
    node.faucet(TREASURY, PEPPER, 100n, 'balance')
    const startedAt = node.now()
    const slow = createSuiChain({ ...options, machineNow: () => startedAt })
    const old = await prepared(slow, pay(10n))
    node.advance(old.expiresAt - node.now() + 1)
    const { digest, expiresAt } = await prepared(slow, pay(10n))
    expect(expiresAt).toBeGreaterThan(node.now())
    expect(digest).not.toBe(old.digest)
    await done(slow, pay(10n))
  })

  test('is impossible once the rights that it names were used by another, and only then', async () => {
    const vault = await openVault(world, 10n)
    const first = await prepared(world.chain, { kind: 'pause_vault', ...vault })
    const second = await prepared(world.openServer(), { kind: 'rotate_key', ...vault, publicKey })
    expect(unwrap(await world.chain.submit(first))).toBe('sent')
    expect(unwrap(await world.chain.submit(second))).toBe('impossible')
    expect(unwrap(await world.chain.submit(first))).toBe('sent')
    await done(world.chain, { kind: 'close_vault', ...vault })
    expect(unwrap(await world.chain.submit(second))).toBe('impossible')
  })

  test('is not impossible when the node refuses it because it ran already', async () => {
    const vault = await openVault(world, 10n)
    const ran = await prepared(world.chain, { kind: 'pause_vault', ...vault })
    const stale = await prepared(world.openServer(), { kind: 'rotate_key', ...vault, publicKey })
    expect(unwrap(await world.chain.submit(ran))).toBe('sent')
    // A node may refuse a transaction that was executed with the same message as a transaction whose inputs were consumed
    // by another.
    const { core } = world.options.client
    const refusal = await core.executeTransaction(sendableOf(stale)).catch((error: unknown) => error)
    core.executeTransaction = () => Promise.reject(refusal)
    expect(unwrap(await world.chain.submit(stale))).toBe('impossible')
    expect(unwrap(await world.chain.submit(ran))).toBe('sent')
  })

  test('is not impossible if a lagging node does not know that it ran', async () => {
    const vault = await openVault(world, 10n)
    const ran = await prepared(world.chain, { kind: 'pause_vault', ...vault })
    const stale = await prepared(world.openServer(), { kind: 'rotate_key', ...vault, publicKey })
    expect(unwrap(await world.chain.submit(ran))).toBe('sent')
    const { core } = world.options.client
    const refusal = await core.executeTransaction(sendableOf(stale)).catch((error: unknown) => error)
    core.executeTransaction = () => Promise.reject(refusal)
    world.node.setFault({ method: 'GetTransaction', fault: { kind: 'behind' } })
    expect(unwrap(await world.chain.submit(ran))).toBe('sent')
  })

  test('has a budget that covers its storage', async () => {
    await world.close()
    world = await openSuiWorld({ storageCost: 50_000_000n })
    const vault = await openVault(world, 100n)
    const vouchers = [await signedVoucher(world, vault, { amount: 30n, nonce: 1 })]
    await done(world.chain, { kind: 'deliver_claims', coinType: PEPPER, vouchers })
    expect(await balanceOf(WALLET)).toBe(30n)
  })

  test('is not impossible if only funds are missing', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
    world.node.faucet(TREASURY, PEPPER, 100n, 'balance')
    const [first, second] = [await prepared(world.chain, pay(60n)), await prepared(world.chain, pay(60n))]
    unwrap(await world.chain.submit(first))
    expect(unwrap(await world.chain.submit(second))).toBe('sent')
    expect(unwrap(await world.chain.outcome(second.digest)).kind).toBe('absent')
    world.node.faucet(TREASURY, PEPPER, 20n, 'balance')
    unwrap(await world.chain.submit(second))
    expect(await balanceOf(WALLET)).toBe(120n)
  })

  test('that ran without an answer is not repeated', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
    world.node.faucet(TREASURY, PEPPER, 100n, 'balance')
    const transaction = await prepared(world.chain, pay(40n))
    world.node.setFault({ method: 'ExecuteTransaction', fault: { kind: 'lost_reply' } })
    expect((await world.chain.submit(transaction)).ok).toBe(false)
    expect(unwrap(await world.chain.outcome(transaction.digest)).kind).toBe('succeeded')
    expect(world.node.calls('ExecuteTransaction')).toBe(1)
  })

  test('gathers coins once for payments that are prepared at the same time', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
    for (let n = 0; n < 5; n++) world.node.faucet(TREASURY, PEPPER, 20n)
    const made = await Promise.all([10n, 20n, 30n, 40n].map((amount) => world.chain.prepare(pay(amount))))
    expect(world.node.calls('ListOwnedObjects')).toBe(1)
    expect(world.node.calls('ExecuteTransaction')).toBe(1)
    for (const transaction of made.map(unwrap)) unwrap(await world.chain.submit(transaction))
    expect(await balanceOf(WALLET)).toBe(100n)
  })

  test('gathers the same coins by the same transaction on every server', async () => {
    world.node.faucet(OPERATOR, SUI, MUCH_GAS)
    for (let n = 0; n < 5; n++) world.node.faucet(TREASURY, PEPPER, 20n)
    const servers = [world.chain, world.openServer(), world.openServer()]
    const made = await Promise.all(servers.map((server) => server.prepare(pay(30n))))
    for (const transaction of made.map(unwrap)) unwrap(await world.chain.submit(transaction))
    expect(await balanceOf(WALLET)).toBe(90n)
  })
})
