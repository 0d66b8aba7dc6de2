import { type Address, amountOf, type OperatorAction, type SignedVoucher } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { Transaction } from '@mysten/sui/transactions'
import { describe, expect, test } from 'vitest'
import { vaultOf } from '../move-types.ts'
import { bytesOf } from './gas.ts'
import type { Epoch } from './node-facts.ts'
import { type ActionTargets, MAX_CLAIMS_PER_TRANSACTION, transactionOf } from './operator-commands.ts'
import { needsCap, withdrawalOf } from './operator-transactions.ts'
import { piecesTypeOf } from './read-objects.ts'
import { addressOf } from './sui-node.ts'

const PACKAGE = addressOf('0xd40')
const OPERATOR = addressOf('0x0b')
const VAULT = addressOf('0xfa')
const COIN = `${addressOf('0x77')}::pepper::PEPPER`
const COLLECTION = `${addressOf('0xc0')}::frog::FROG`
const PIECES = piecesTypeOf(PACKAGE, COLLECTION)
const KEY = Buffer.alloc(32, 7).toString('base64')
const DIGEST = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
const ONE = 1_000_000_000_000n

const EPOCH: Epoch = { number: 9n, startsAt: 0, endsAt: 86_400_000, gasPrice: 750n, chainId: DIGEST }
const TARGETS: ActionTargets = {
  packageId: PACKAGE,
  operator: OPERATOR,
  vault: { objectId: VAULT, initialSharedVersion: '5' },
  cap: { objectId: addressOf('0xca'), version: '8', digest: DIGEST },
  supply: 40n,
}
const shared = (id: string) => ({ objectId: addressOf(id), initialSharedVersion: '3' })
const PUBLISHED: ActionTargets = {
  ...TARGETS,
  collection: {
    type: COLLECTION,
    proof: { objectId: addressOf('0xf0'), version: '4', digest: DIGEST },
    registrar: shared('0x4e'),
    displayRegistry: shared('0xd'),
    owner: addressOf('0xc4ea'),
    kioskRules: addressOf('0x105c'),
  },
}

const voucher = (nonce: number, claimer: Address = addressOf('0xa11ce')): SignedVoucher => ({
  dropObjectId: VAULT,
  claimer,
  amount: amountOf(BigInt(nonce)),
  nonce,
  expiresAt: 1_900_000_000_000,
  signature: Buffer.alloc(64, nonce % 256).toString('base64'),
})

const open = (more: Partial<Extract<OperatorAction, { kind: 'open_vault' }>> = {}): OperatorAction => ({
  kind: 'open_vault',
  dropId: idOf('drop', '1'.padStart(32, '0')),
  type: 'TOKEN',
  coinType: COIN,
  tokenId: idOf('token', '1'.padStart(32, '0')),
  publicKey: KEY,
  deposit: amountOf(ONE),
  ...more,
})

const looks = { name: 'A', description: 'B', imageUrl: '' }
const onVault = { dropObjectId: VAULT, coinType: COIN }
const ACTIONS: readonly OperatorAction[] = [
  open(),
  open({ deposit: amountOf(0n) }),
  open({ type: 'NFT', pieces: looks }),
  { kind: 'fund_vault', ...onVault, deposit: amountOf(5n) },
  { kind: 'fund_vault', ...onVault, coinType: PIECES, deposit: amountOf(5n) },
  { kind: 'deliver_claims', coinType: COIN, vouchers: [voucher(1), voucher(2)] },
  { kind: 'deliver_claims', coinType: PIECES, vouchers: [voucher(1)] },
  { kind: 'deliver_claims', coinType: COIN, vouchers: [voucher(1)], throughPause: true },
  { kind: 'rotate_key', ...onVault, publicKey: KEY },
  { kind: 'pause_vault', ...onVault },
  { kind: 'resume_vault', ...onVault },
  { kind: 'close_vault', ...onVault },
  { kind: 'close_vault', ...onVault, coinType: PIECES },
  { kind: 'pay', coinType: COIN, amount: amountOf(3n), to: OPERATOR },
]

/** Describes the commands of an action, one line each. */
function commandsOf(action: OperatorAction, targets = TARGETS): readonly string[] {
  return transactionOf(action, targets)
    .getData()
    .commands.map((command) => {
      const call = command.MoveCall
      if (!call) return command.$kind
      const types = call.typeArguments.map((type) => type.split('::').at(-1)).join(', ')
      return `${call.package === PACKAGE ? 'dropkit' : call.package.replace(/^0x0+/, '0x')}::${call.module}::${call.function}${types && `<${types}>`}`
    })
}

const inputsOf = (action: OperatorAction) => transactionOf(action, TARGETS).getData().inputs

describe('the commands of what the service does', () => {
  test('open a vault with coins out of the balance, and keep the rights over it', () => {
    expect(commandsOf(open())).toEqual([
      '0x2::coin::redeem_funds<PEPPER>',
      'dropkit::drop::create<PEPPER>',
      'TransferObjects',
    ])
    expect(commandsOf(open({ deposit: amountOf(0n) }))[0]).toBe('0x2::coin::zero<PEPPER>')
  })

  test('publish the collection of an NFT drop as immutable', () => {
    const action = open({ type: 'NFT', coinType: null, pieces: looks })
    expect(commandsOf(action)).toEqual(['Publish', '0x2::package::make_immutable'])
  })

  test('open a published collection, and give the rights over display and sales to its owner', () => {
    const action = open({ type: 'NFT', coinType: null, pieces: looks })
    expect(commandsOf(action, PUBLISHED)).toEqual([
      'dropkit::nft_drop::new_display<FROG>',
      ...Array.from({ length: 3 }, () => '0x2::display_registry::set<FROG>>'),
      '0x2::display_registry::share<FROG>>',
      'dropkit::nft_drop::new_policy<FROG>',
      '0x2::transfer::public_share_object<FROG>>>',
      'TransferObjects',
      'dropkit::nft_drop::create<FROG>',
      'TransferObjects',
    ])
  })

  test('add the rules of kiosks to a collection with a royalty', () => {
    const action = open({ type: 'NFT', coinType: null, pieces: { ...looks, royaltyBasisPoints: 500 } })
    expect(commandsOf(action, PUBLISHED)).toContain(
      `${addressOf('0x105c').replace(/^0x0+/, '0x')}::royalty_rule::add<FROG>>`,
    )
    expect(commandsOf(action, PUBLISHED)).toContain('0x105c::kiosk_lock_rule::add<FROG>>')
  })

  test('increase the supply of pieces by the deposited number', () => {
    const action: OperatorAction = { kind: 'fund_vault', ...onVault, coinType: PIECES, deposit: amountOf(5n) }
    expect(commandsOf(action)).toEqual(['dropkit::nft_drop::raise_supply<FROG>'])
    const values = inputsOf(action).flatMap(({ Pure }) => (Pure ? [Buffer.from(Pure.bytes, 'base64')] : []))
    expect(values.map((value) => value.readBigUInt64LE())).toEqual([45n])
  })

  test('pay each voucher in its own call, between resume and pause if the vault is paused', () => {
    const deliver: OperatorAction = {
      kind: 'deliver_claims',
      coinType: COIN,
      vouchers: [voucher(1), voucher(2)],
    }
    const claims = ['dropkit::drop::claim<PEPPER>', 'dropkit::drop::claim<PEPPER>']
    expect(commandsOf(deliver)).toEqual(claims)
    expect(commandsOf({ ...deliver, throughPause: true })).toEqual([
      'dropkit::drop::resume<PEPPER>',
      ...claims,
      'dropkit::drop::pause<PEPPER>',
    ])
  })

  test.each([
    ['rotate_key', { publicKey: KEY }],
    ['pause_vault', {}],
    ['resume_vault', {}],
    ['close_vault', {}],
  ] as const)('%s is one call', (kind, more) => {
    const name = kind.replace('_vault', '')
    expect(commandsOf({ kind, ...onVault, ...more } as OperatorAction)).toEqual([
      `dropkit::drop::${name}<PEPPER>`,
    ])
    expect(commandsOf({ kind, ...onVault, coinType: PIECES, ...more } as OperatorAction)).toEqual([
      `dropkit::nft_drop::${name}<FROG>`,
    ])
  })

  test.each(ACTIONS)('name no owned object but the rights over a vault: $kind', (action) => {
    const owned = inputsOf(action).flatMap(({ Object: object }) => object?.ImmOrOwnedObject ?? [])
    const wanted = needsCap(action, PACKAGE) ? [TARGETS.cap?.objectId] : []
    expect(owned.map(({ objectId }) => objectId)).toEqual(wanted)
  })

  test.each(ACTIONS)('withdraw the announced amount from the balance first: $kind', (action) => {
    const taken = inputsOf(action).flatMap(({ FundsWithdrawal }) =>
      FundsWithdrawal
        ? [
            {
              coinType: FundsWithdrawal.typeArg.Balance,
              amount: BigInt(FundsWithdrawal.reservation.MaxAmountU64 ?? 0),
            },
          ]
        : [],
    )
    const expected = withdrawalOf(action, PACKAGE)
    expect(taken).toEqual(expected === null ? [] : [expected])
  })

  test.each(ACTIONS)('name the vault that is looked up beforehand: $kind', (action) => {
    const shared = inputsOf(action).flatMap(({ Object: object }) => object?.SharedObject?.objectId ?? [])
    const vault = vaultOf(action)
    expect(shared.filter((id) => id !== addressOf('0x6'))).toEqual(vault === null ? [] : [vault])
  })

  test('with the maximum number of claims fit into the network’s limit', async () => {
    const vouchers = Array.from({ length: MAX_CLAIMS_PER_TRANSACTION }, (_, n) =>
      voucher(1_000_000 + n, addressOf(`0x${(n + 1).toString(16)}`)),
    )
    const coinType = `${addressOf('0x77')}::${'a'.repeat(64)}::${'A'.repeat(64)}`
    const commands = transactionOf(
      { kind: 'deliver_claims', coinType, vouchers, throughPause: true },
      TARGETS,
    )
    const payer = { sender: OPERATOR, gasOwner: OPERATOR }
    const bytes = await bytesOf(commands, payer, EPOCH, { budget: 1n, price: 750n, nonce: 1 })
    expect(bytes.length).toBeLessThan(128 * 1024)
    expect(commands.getData().commands.length).toBeLessThanOrEqual(1_024)
  })

  test('are good in the present epoch alone, and two with other nonces are two', async () => {
    const commands = transactionOf(open(), TARGETS)
    const payer = { sender: OPERATOR, gasOwner: addressOf('0x9a') }
    const bytes = await bytesOf(commands, payer, EPOCH, { budget: 5n, price: 750n, nonce: 1 })
    const { expiration, gasData, sender } = Transaction.from(bytes).getData()
    expect(expiration?.ValidDuring).toMatchObject({ minEpoch: '9', maxEpoch: '9', nonce: 1 })
    expect(gasData).toEqual({ budget: '5', price: '750', owner: payer.gasOwner, payment: [] })
    expect(sender).toBe(OPERATOR)
    expect(await bytesOf(commands, payer, EPOCH, { budget: 5n, price: 750n, nonce: 2 })).not.toEqual(bytes)
    expect(await bytesOf(commands, payer, EPOCH, { budget: 5n, price: 750n, nonce: 1 })).toEqual(bytes)
  })
})
