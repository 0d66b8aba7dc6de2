import { type Address, amountOf } from '@dropkit/core'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64 } from '@mysten/sui/utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tokenWith } from '../../test/fake-chain-fixture.ts'
import {
  addressFor,
  done,
  MUCH_GAS,
  openSuiWorld,
  openVault,
  operator,
  PEPPER,
  SUI,
  type SuiWorld,
  signedVoucher,
  treasury,
  unwrap,
  wallet,
} from '../../test/sui-fixture.ts'
import { piecesTypeOf } from './read-objects.ts'
import { createSuiChain } from './sui-chain.ts'
import { addressOf } from './sui-node.ts'

const WALLET = addressFor(wallet)
const OPERATOR = addressFor(operator)

const token = tokenWith({ symbol: 'PEP', decimals: 6 })

let world: SuiWorld
beforeEach(async () => {
  world = await openSuiWorld()
})
afterEach(() => world.close())

/** Signs and sends the bytes unchanged, as a wallet does. */
async function execute(transactionBytes: string, signer = wallet) {
  const bytes = fromBase64(transactionBytes)
  const { signature } = await signer.signTransaction(bytes)
  const { client } = world.options
  const sent = await client.core.executeTransaction({ transaction: bytes, signatures: [signature] })
  expect(sent.$kind).toBe('Transaction')
  return sent.Transaction?.digest ?? ''
}

const balanceOf = async (owner: Address, coinType: string) =>
  unwrap(await world.chain.balances(coinType, [owner])).get(owner)

describe("a transaction for an owner's wallet", () => {
  test('publishes an immutable token, its reserve to the operator and the rest to the owner', async () => {
    world.node.faucet(WALLET, SUI, MUCH_GAS)
    const bytes = unwrap(await world.chain.prepareTokenDeployment(token, WALLET))
    const names = Transaction.from(bytes)
      .getData()
      .commands.map((command) => command.MoveCall?.function ?? command.$kind)
    expect(names).toEqual(['Publish', 'make_immutable'])
    const outcome = unwrap(await world.chain.outcome(await execute(bytes)))
    const published = outcome.kind === 'succeeded' ? outcome.effects.published : []
    expect(published).toMatchObject([{ tokenId: token.id, symbol: 'PEP', decimals: 6, supply: 1_000n }])
    const coinType = published[0]?.coinType ?? ''
    expect(await balanceOf(OPERATOR, coinType)).toBe(600n)
    expect(await balanceOf(WALLET, coinType)).toBe(400n)
  })

  test.each([
    ['coins of their own', PEPPER, 'coin'],
    ['a balance', PEPPER, 'balance'],
    ['the very coin that pays the gas', SUI, 'coin'],
  ] as const)('deposits into a vault out of %s', async (_what, coinType, as) => {
    const vault = await openVault(world, 0n, { coinType })
    world.node.faucet(WALLET, SUI, MUCH_GAS)
    if (coinType === PEPPER) {
      world.node.faucet(WALLET, PEPPER, 30n, as)
      world.node.faucet(WALLET, PEPPER, 40n, as)
    }
    const bytes = unwrap(await world.chain.prepareDeposit(vault, amountOf(50n), WALLET))
    const outcome = unwrap(await world.chain.outcome(await execute(bytes)))
    const deposits = outcome.kind === 'succeeded' ? outcome.effects.deposits : []
    expect(deposits).toEqual([{ dropObjectId: vault.dropObjectId, amount: 50n }])
    if (coinType === PEPPER) expect(await balanceOf(WALLET, PEPPER)).toBe(20n)
  })

  test('takes pieces by a voucher for them', async () => {
    const vault = await openVault(world, 5n, { type: 'NFT', coinType: null })
    const pieces = vault.coinType
    world.node.faucet(WALLET, SUI, MUCH_GAS)
    const voucher = await signedVoucher(world, vault, { amount: 2n, nonce: 1, claimer: WALLET })
    await execute(unwrap(await world.chain.prepareClaim(voucher, pieces, voucher.claimer)))
    expect(unwrap(await world.chain.ownedObjects(pieces, [WALLET])).get(WALLET)).toBe(2)
  })

  test('pays in the very coin that pays the gas', async () => {
    world.node.faucet(WALLET, SUI, MUCH_GAS)
    const to = addressFor(treasury)
    const payment = { coinType: SUI, amount: amountOf(50n), to, memo: 'pi_1' }
    const outcome = unwrap(
      await world.chain.outcome(await execute(unwrap(await world.chain.preparePayment(payment, WALLET)))),
    )
    const payments = outcome.kind === 'succeeded' ? outcome.effects.payments : []
    expect(payments).toEqual([{ ...payment, from: WALLET }])
  })

  test('is not built where it could not be carried out, and says why', async () => {
    const vault = await openVault(world, 0n)
    const noGas = await world.chain.prepareTokenDeployment(token, WALLET)
    world.node.faucet(WALLET, SUI, MUCH_GAS)
    world.node.faucet(WALLET, PEPPER, 49n)
    const pieces = { ...vault, coinType: piecesTypeOf(world.options.packageId, PEPPER) }
    const refused = [
      await world.chain.prepareDeposit(vault, amountOf(50n), WALLET),
      await world.chain.prepareDeposit({ ...vault, dropObjectId: WALLET }, amountOf(1n), WALLET),
      await world.chain.prepareDeposit(pieces, amountOf(1n), WALLET),
    ]
    const voucher = await signedVoucher(world, vault, { amount: 1n, nonce: 1, claimer: WALLET })
    const payment = { coinType: PEPPER, amount: amountOf(50n), to: OPERATOR, memo: 'pi_1' }
    refused.push(
      await world.chain.preparePayment(payment, WALLET),
      // The claimer has no SUI to pay the gas with.
      await world.chain.prepareClaim({ ...voucher, claimer: addressOf('0xbad') }, PEPPER, WALLET),
      await world.chain.prepareClaim({ ...voucher, dropObjectId: WALLET }, PEPPER, WALLET),
      await world.chain.prepareClaim({ ...voucher, amount: amountOf(2n) }, PEPPER, WALLET),
    )
    for (const answer of [noGas, ...refused])
      expect(!answer.ok && answer.error.kind, JSON.stringify(answer)).toBe('not_possible')
    expect(refused[0]).toMatchObject({ error: { reason: expect.stringMatching(/has 49 of .* not 50$/) } })
    // An abort has the name that it has in the Move package.
    expect(refused.at(-1)).toMatchObject({
      error: { reason: "EBadSignature: The voucher is not signed by this drop's key for these values." },
    })
  })

  test('funds a vault whose coin is denied to the wallet later: all others get their shares when it is closed', async () => {
    const vault = await openVault(world, 60n)
    const stranger = addressFor(treasury)
    for (const [signer, amount] of [
      [wallet, 30n],
      [treasury, 10n],
    ] as const) {
      const funder = addressFor(signer)
      world.node.faucet(funder, SUI, MUCH_GAS)
      world.node.faucet(funder, PEPPER, amount)
      await execute(unwrap(await world.chain.prepareDeposit(vault, amountOf(amount), funder)), signer)
    }
    // For receivers, the deny list takes effect in the next epoch.
    world.node.denyCoin(PEPPER, WALLET)
    world.node.endEpoch()
    const errors: object[] = []
    const log = {
      debug() {},
      info() {},
      warn() {},
      error: (_: string, fields?: object) => void errors.push(fields ?? {}),
    }
    const chain = createSuiChain({ ...world.options, log })
    await done(chain, { kind: 'close_vault', ...vault })
    const balances = unwrap(await chain.balances(PEPPER, [OPERATOR, stranger, WALLET]))
    expect([OPERATOR, stranger, WALLET].map((owner) => balances.get(owner))).toEqual([60n, 10n, 0n])
    const left = unwrap(await chain.vaults([vault.dropObjectId])).get(vault.dropObjectId)
    expect(left).toMatchObject({ balance: 30n, isPaused: true })
    expect(errors).toEqual([{ vault: vault.dropObjectId, coinType: PEPPER, unpaid: `${WALLET}: 30` }])
  })

  test('is unavailable while the node is', async () => {
    world.node.down()
    const answer = await world.chain.prepareTokenDeployment(token, WALLET)
    expect(!answer.ok && answer.error.kind).toBe('chain_unavailable')
  })
})
