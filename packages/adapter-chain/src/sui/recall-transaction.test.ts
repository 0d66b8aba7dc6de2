import { amountOf, type OperatorAction, type SignedTransaction } from '@dropkit/core'
import { fromBase64 } from '@mysten/sui/utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GrpcFailure } from '../../test/loopback-node/grpc-answers.ts'
import { EPOCH_MS } from '../../test/loopback-node/node-state.ts'
import {
  addressFor,
  LIMITS,
  MUCH_GAS,
  openAction,
  openSuiWorld,
  openVault,
  PEPPER,
  prepared,
  publicKey,
  realTime,
  SUI,
  type SuiWorld,
  signedVoucher,
  treasury,
  unwrap,
  wallet,
} from '../../test/sui-fixture.ts'
import { createSuiWallets } from '../../test/sui-wallets.ts'
import { guardCalls } from './chain-calls.ts'
import { createSuiChain } from './sui-chain.ts'

const CREATED_AT = 1_700_000_000_000

let world: SuiWorld
beforeEach(async () => {
  world = await openSuiWorld()
})
afterEach(() => world.close())

/** Prepares a transaction, sends it if `isSent`, and lets the node prune everything of its epoch. */
async function forgotten(action: OperatorAction, isSent: boolean): Promise<SignedTransaction> {
  const transaction = await prepared(world.chain, action)
  if (isSent) {
    unwrap(await world.chain.submit(transaction))
    expect(unwrap(await world.chain.outcome(transaction.digest)).kind).toBe('succeeded')
  }
  world.node.prune()
  world.node.advance(2 * EPOCH_MS)
  // The node no longer knows the transaction, and the transaction can no longer take effect.
  const outcome = unwrap(await world.chain.outcome(transaction.digest))
  expect(outcome).toMatchObject({ kind: 'absent', knownSince: expect.any(Number) })
  expect(outcome.kind === 'absent' && outcome.chainTime).toBeGreaterThanOrEqual(transaction.expiresAt)
  return transaction
}

const recall = async (transaction: SignedTransaction) =>
  unwrap(
    (await world.chain.recall?.({ ...transaction, createdAt: CREATED_AT })) ?? { ok: false, error: 'none' },
  )

const SUCCEEDED = { kind: 'succeeded' }
const LOST = { kind: 'lost' }
const newKey = Buffer.alloc(32, 5).toString('base64')

describe('a transaction that the node has pruned', () => {
  test.each([
    ['coins', {}],
    ['pieces', { type: 'NFT', coinType: null } as const],
  ])('and that opened a vault of %s is known by the rights over it', async (_, more) => {
    await openVault(world, 100n)
    world.node.faucet(addressFor(wallet), PEPPER, 1n)
    world.node.faucet(world.chain.operatorAddress, PEPPER, 100n)
    // For an NFT drop, the collection is published first.
    const action = openAction(50n, more)
    if (action.type === 'NFT') expect(await recall(await forgotten(action, true))).toEqual(LOST)
    const transaction = await forgotten(action, true)
    const recalled = await recall(transaction)
    if (recalled.kind !== 'succeeded') throw new Error(recalled.kind)
    const [vault] = recalled.effects.vaultsOpened
    const found = unwrap(await world.chain.vaults(vault ? [vault.dropObjectId] : []))
    expect([...found.values()]).toMatchObject([{ deposited: 50n, publicKey }])
    expect(await recall(await forgotten(openAction(10n, more), false))).toEqual(LOST)
  })

  test('and that opened a vault is known however many vaults the operator has', async () => {
    await world.close()
    world = await openSuiWorld({ maxPageItems: 1 })
    await openVault(world, 10n)
    world.node.faucet(world.chain.operatorAddress, PEPPER, 10n)
    const type = `${world.options.packageId}::drop::OwnerCap`
    for (let cap = 0; cap < 60; cap++)
      world.node.giveObject(world.chain.operatorAddress, type, new Uint8Array(32).fill(cap))
    expect(await recall(await forgotten(openAction(5n), true))).toMatchObject(SUCCEEDED)
  })

  test('and that delivered claims is known by their nonces', async () => {
    const vault = await openVault(world, 100n)
    const deliver = async (...nonces: readonly number[]): Promise<OperatorAction> => ({
      kind: 'deliver_claims',
      coinType: PEPPER,
      vouchers: await Promise.all(nonces.map((nonce) => signedVoucher(world, vault, { amount: 3n, nonce }))),
    })
    const transaction = await forgotten(await deliver(1, 2), true)
    const claim = {
      ...vault,
      claimer: addressFor(wallet),
      amount: 3n,
      txHash: transaction.digest,
      at: CREATED_AT,
    }
    expect(await recall(transaction)).toMatchObject({
      effects: {
        claimed: [1, 2].map((nonce) => {
          const { coinType: _, ...shown } = claim
          return { ...shown, nonce }
        }),
      },
    })
    expect(await recall(await forgotten(await deliver(3, 4), false))).toEqual(LOST)
  })

  test('and that closed a vault is known by the vault that is gone', async () => {
    const [first, second] = [await openVault(world, 10n), await openVault(world, 10n)]
    expect(await recall(await forgotten({ kind: 'close_vault', ...first }, true))).toMatchObject(SUCCEEDED)
    expect(await recall(await forgotten({ kind: 'close_vault', ...second }, false))).toEqual(LOST)
  })

  test('and that paid the shares of a vault that could not be closed is known by its pause', async () => {
    const [first, second] = [await openVault(world, 10n), await openVault(world, 10n)]
    const denied = addressFor(wallet)
    for (const vault of [first, second]) {
      world.node.faucet(denied, SUI, MUCH_GAS)
      world.node.faucet(denied, PEPPER, 5n)
      const bytes = fromBase64(unwrap(await world.chain.prepareDeposit(vault, amountOf(5n), denied)))
      const { signature } = await wallet.signTransaction(bytes)
      await world.options.client.core.executeTransaction({ transaction: bytes, signatures: [signature] })
    }
    world.node.denyCoin(PEPPER, denied)
    world.node.endEpoch()
    expect(await recall(await forgotten({ kind: 'close_vault', ...first }, true))).toMatchObject(SUCCEEDED)
    expect(await recall(await forgotten({ kind: 'close_vault', ...second }, false))).toEqual(LOST)
  })

  test('may be sent again if it changed a key, a pause or a deposit', async () => {
    const vault = await openVault(world, 10n)
    const actions: OperatorAction[] = [
      { kind: 'rotate_key', ...vault, publicKey: newKey },
      { kind: 'pause_vault', ...vault },
      { kind: 'fund_vault', ...vault, deposit: amountOf(1n) },
    ]
    world.node.faucet(world.chain.operatorAddress, PEPPER, 10n)
    for (const action of actions) expect(await recall(await forgotten(action, true))).toEqual(LOST)
  })

  test('and that paid is known by the coin, as long as its receiver has not spent it', async () => {
    await openVault(world, 10n)
    const to = addressFor(wallet)
    const pay: OperatorAction = { kind: 'pay', coinType: PEPPER, amount: amountOf(7n), to }
    world.node.faucet(addressFor(treasury), PEPPER, 100n, 'balance')
    const transaction = await forgotten(pay, true)
    const sender = addressFor(treasury)
    expect(await recall(transaction)).toMatchObject({ ...SUCCEEDED, effects: { sender } })
    world.node.faucet(to, SUI, MUCH_GAS)
    const wallets = createSuiWallets(world.node, world.options.client, [wallet])
    await wallets.transfer(to, addressFor(treasury), PEPPER, amountOf(7n), null)
    expect(await recall(transaction)).toEqual({ kind: 'unknown' })
  })
})

test('a transaction that the node has, without the objects to show it, is recalled, and the breaker stays closed', async () => {
  await openVault(world, 100n)
  world.node.faucet(world.chain.operatorAddress, PEPPER, 50n)
  const transaction = await prepared(world.chain, openAction(50n))
  unwrap(await world.chain.submit(transaction))
  world.node.advance(2 * EPOCH_MS)
  const change = () => {
    throw new GrpcFailure('internal', 'unable to fetch object 0x5 version 12')
  }
  world.node.setFault({ method: 'GetTransaction', fault: { kind: 'wrong_answer', change }, times: 1_000 })
  const calls = guardCalls({ time: realTime, limits: { ...LIMITS, failuresToOpen: 1 } })
  const chain = createSuiChain({ ...world.options, calls })
  const outcome = unwrap(await chain.outcome(transaction.digest))
  expect(outcome).toMatchObject({ kind: 'absent', knownSince: Number.POSITIVE_INFINITY })
  expect(outcome.kind === 'absent' && outcome.chainTime).toBeGreaterThanOrEqual(transaction.expiresAt)
  expect(calls.breaker()).toMatchObject({ state: 'closed', lastReason: null })
  expect(await recall(transaction)).toMatchObject(SUCCEEDED)
})
