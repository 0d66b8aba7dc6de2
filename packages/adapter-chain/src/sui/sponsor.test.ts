import { Transaction } from '@mysten/sui/transactions'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStrictKeyValueStore } from '../../test/strict-key-value-store.ts'
import {
  addressFor,
  GAS_COST,
  type OpenedVault,
  openSuiWorld,
  openVault,
  operator,
  PEPPER,
  SUI,
  type SuiWorld,
  signedVoucher,
  unwrap,
  wallet,
} from '../../test/sui-fixture.ts'
import { transactionOf } from './operator-commands.ts'
import { createSponsor, type Sponsor } from './sponsor.ts'
import { createSponsorBudget } from './sponsor-budget.ts'

const WALLET = addressFor(wallet)
const OPERATOR = addressFor(operator)

/** What is paid for one wallet in a day. */
const SHARE = 6n * GAS_COST

let world: SuiWorld
let vault: OpenedVault
let sponsor: Sponsor

beforeEach(async () => {
  world = await openSuiWorld()
  vault = await openVault(world, 100n)
  const limits = { perDay: 100_000_000n, perAddress: SHARE }
  const budget = createSponsorBudget(createStrictKeyValueStore('sponsor/'), limits, world.node.now)
  sponsor = createSponsor(world.options, budget)
})
afterEach(() => world.close())

/** What a wallet wants to do, without sender and gas. */
async function claimKind(nonce: number, amount = 10n): Promise<string> {
  const { client, packageId } = world.options
  const vouchers = [await signedVoucher(world, vault, { amount, nonce })]
  const { object } = await client.core.getObject({ objectId: vault.dropObjectId })
  const initialSharedVersion = object.owner.Shared?.initialSharedVersion ?? ''
  const transaction = transactionOf(
    { kind: 'deliver_claims', coinType: PEPPER, vouchers },
    {
      packageId,
      operator: OPERATOR,
      vault: { objectId: vault.dropObjectId, initialSharedVersion },
    },
  )
  return toBase64(await transaction.build({ onlyTransactionKind: true }))
}

const ask = async (transactionKindBytes: string) =>
  sponsor.sponsor({ sender: WALLET, dropObjectId: vault.dropObjectId, transactionKindBytes })

describe("the gas of a wallet's claim", () => {
  test('is paid by the service, and by it alone, once the wallet has signed too', async () => {
    const before = unwrap(await world.chain.balances(SUI, [OPERATOR])).get(OPERATOR) ?? 0n
    const sponsored = unwrap(await ask(await claimKind(1)))
    const bytes = fromBase64(sponsored.transactionBytes)
    expect(Transaction.from(bytes).getData()).toMatchObject({
      sender: WALLET,
      gasData: { owner: OPERATOR, payment: [] },
    })
    const { client } = world.options
    const signatures = [sponsored.sponsorSignature]
    await expect(client.core.executeTransaction({ transaction: bytes, signatures })).rejects.toThrow()
    const { signature } = await wallet.signTransaction(bytes)
    const sent = await client.core.executeTransaction({
      transaction: bytes,
      signatures: [signature, ...signatures],
    })
    expect(sent.Transaction?.digest).toBe(sponsored.digest)
    expect(unwrap(await world.chain.balances(PEPPER, [WALLET])).get(WALLET)).toBe(10n)
    expect(unwrap(await world.chain.balances(SUI, [OPERATOR])).get(OPERATOR)).toBe(before - GAS_COST)
  })

  test('is not paid for a voucher that the chain would not take', async () => {
    const refused = await ask(await claimKind(1, 101n))
    expect(refused).toMatchObject({
      error: { kind: 'conflict', message: expect.stringMatching(/^EInsufficientVault: /) },
    })
  })

  test('is paid until the wallet has had its share of the day', async () => {
    const kind = await claimKind(1)
    let mayCost = 0n
    for (;;) {
      const answer = await ask(kind)
      if (!answer.ok) {
        expect(answer.error).toMatchObject({ kind: 'overloaded' })
        break
      }
      mayCost += BigInt(Transaction.from(answer.value.transactionBytes).getData().gasData.budget ?? 0)
      expect(mayCost).toBeLessThanOrEqual(SHARE)
    }
    expect(mayCost).toBeGreaterThan(SHARE / 2n)
  })

  test('is not paid while the operator has none left', async () => {
    const kind = await claimKind(1)
    const has = unwrap(await world.chain.balances(SUI, [OPERATOR])).get(OPERATOR) ?? 0n
    const transaction = new Transaction()
    const [coin] = transaction.moveCall({
      target: '0x2::coin::redeem_funds',
      typeArguments: [SUI],
      arguments: [transaction.withdrawal({ amount: has - GAS_COST, type: SUI })],
    })
    transaction.transferObjects([coin ?? ''], WALLET)
    transaction.setSender(OPERATOR)
    transaction.setGasBudget(GAS_COST)
    transaction.setGasPayment([])
    const { client } = world.options
    await client.signAndExecuteTransaction({ transaction, signer: operator })
    expect(await ask(kind)).toMatchObject({
      error: { kind: 'conflict', message: expect.stringMatching(/no gas left/) },
    })
  })
})
