import type { Address } from '@dropkit/core'
import { MAX_AMOUNT } from '@dropkit/core/internal'
import { sampleAddress } from '@dropkit/testing'
import { GrpcTypes } from '@mysten/sui/grpc'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ClaimedLayout, FundedLayout, OpenedLayout, OpenedPiecesLayout, PaidLayout } from './move-layouts.ts'
import { packageEventsIn } from './package-events.ts'
import * as read from './transaction-effects.ts'

const PACKAGE = sampleAddress(0xd209)
const OTHER_PACKAGE = sampleAddress(0xbad)
const PAYER = sampleAddress(0xa)
const TREASURY = sampleAddress(0xb)
const SPONSOR = sampleAddress(0xc)
const VAULT = sampleAddress(0xd)
const SUI = `${sampleAddress(2)}::sui::SUI`
const PEPPER = `${sampleAddress(7)}::pepper::PEPPER`

interface Happened {
  readonly changes?: readonly (readonly [Address, string, bigint])[]
  readonly events?: readonly GrpcTypes.Event[]
  readonly gasOwner?: Address
  /** The net gas that the gas owner pays. Negative if the storage rebate exceeds the cost. */
  readonly gas?: bigint
  readonly publishes?: Address
}

function transaction({
  changes = [],
  events = [],
  gasOwner = PAYER,
  gas = 5n,
  publishes,
}: Happened): GrpcTypes.ExecutedTransaction {
  const { PACKAGE_WRITE } = GrpcTypes.ChangedObject_OutputObjectState
  return GrpcTypes.ExecutedTransaction.create({
    digest: 'digest',
    transaction: { sender: PAYER, gasPayment: { objects: [], owner: gasOwner } },
    effects: {
      status: { success: true },
      gasUsed: { computationCost: 10n, storageCost: gas, storageRebate: 10n },
      changedObjects: publishes === undefined ? [] : [{ objectId: publishes, outputState: PACKAGE_WRITE }],
    },
    events: { events: [...events] },
    balanceChanges: changes.map(([address, coinType, amount]) => ({
      address,
      coinType,
      amount: String(amount),
    })),
    checkpoint: 1n,
    timestamp: { seconds: 1_700_000_000n, nanos: 123_456_789 },
  })
}

const event = (eventType: string, value: Uint8Array): GrpcTypes.Event =>
  GrpcTypes.Event.create({ eventType, contents: { value } })

const claimed = (more: { nonce?: bigint; claimer?: Address; packageId?: Address; of?: string } = {}) => {
  const { nonce = 1n, claimer = PAYER, packageId = PACKAGE, of = `drop::Claimed<${PEPPER}>` } = more
  const value = ClaimedLayout.serialize({ drop_id: VAULT, claimer, amount: 30n, nonce }).toBytes()
  return event(`${packageId}::${of}`, value)
}

const paid = (reference: Uint8Array, coinType = SUI, recipient = TREASURY) =>
  event(
    `${PACKAGE}::payment::Paid<${coinType}>`,
    PaidLayout.serialize({ from: PAYER, recipient, amount: 40n, reference }).toBytes(),
  )

const eventsOf = ({ events }: GrpcTypes.ExecutedTransaction, packageId: Address) =>
  packageEventsIn(events?.events ?? [], packageId)
const claimsIn = (happened: GrpcTypes.ExecutedTransaction, packageId: Address) =>
  read.claimsIn(happened, eventsOf(happened, packageId))
const effectsOf = (happened: GrpcTypes.ExecutedTransaction, packageId: Address) =>
  read.effectsOf(happened, eventsOf(happened, packageId), packageId)
const paymentsTo = (treasury: Address, happened: GrpcTypes.ExecutedTransaction, packageId: Address) =>
  read.paymentsTo(treasury, happened, eventsOf(happened, packageId))

const text = (value: string) => new TextEncoder().encode(value)
const payment = { from: PAYER, to: TREASURY, coinType: SUI, amount: 40n, memo: null }
const paymentsOf = (happened: Happened) => effectsOf(transaction(happened), PACKAGE).payments

describe('payments in a transaction', () => {
  test('are the increases of other balances, without gas', () => {
    expect(
      paymentsOf({
        changes: [
          [PAYER, SUI, -45n],
          [TREASURY, SUI, 40n],
        ],
      }),
    ).toEqual([payment])
  })

  test('are read from types in any form that the node writes them in', () => {
    expect(paymentsOf({ changes: [[TREASURY, '0x2::sui::SUI', 40n]] })).toEqual([payment])
  })

  test('come from the sender, even if the coins came from a shared object', () => {
    expect(
      paymentsOf({
        changes: [
          [PAYER, PEPPER, -7n],
          [TREASURY, SUI, 40n],
        ],
      }),
    ).toEqual([payment])
  })

  test('are each of every coin and every recipient', () => {
    const found = paymentsOf({
      changes: [
        [TREASURY, SUI, 40n],
        [TREASURY, PEPPER, 3n],
        [SPONSOR, PEPPER, 4n],
      ],
    })
    expect(found.map(({ to, coinType, amount }) => [to, coinType, amount])).toEqual([
      [TREASURY, SUI, 40n],
      [TREASURY, PEPPER, 3n],
      [SPONSOR, PEPPER, 4n],
    ])
  })

  test('exclude gas that a sponsor paid and storage rebates', () => {
    expect(paymentsOf({ gasOwner: TREASURY, changes: [[TREASURY, SUI, 35n]] })).toEqual([payment])
    expect(paymentsOf({ gasOwner: TREASURY, gas: -8n, changes: [[TREASURY, SUI, 8n]] })).toEqual([])
  })

  test('exclude what a vault paid for a voucher', () => {
    const changes = [[TREASURY, PEPPER, 30n]] as const
    expect(paymentsOf({ changes, events: [claimed({ claimer: TREASURY })] })).toEqual([])
    expect(paymentsOf({ changes, events: [claimed()] })).toHaveLength(1)
  })

  test('are none of a coin that the transaction publishes', () => {
    const changes = [
      [TREASURY, `${OTHER_PACKAGE}::new::NEW`, 1_000n],
      [TREASURY, SUI, 40n],
    ] as const
    expect(paymentsOf({ publishes: OTHER_PACKAGE, changes })).toEqual([payment])
  })

  test('exclude more of a coin than any supply can be, which only a coin of the sender can have', () => {
    const flood = [TREASURY, PEPPER, 2n * MAX_AMOUNT] as const
    const normal = [TREASURY, SUI, 40n] as const
    expect(paymentsOf({ changes: [flood, normal] })).toEqual([payment])
    expect(paymentsOf({ changes: [flood, normal], events: [paid(text('pi_1'), PEPPER)] })).toEqual([
      payment,
      { ...payment, coinType: PEPPER, memo: 'pi_1' },
    ])
    expect(paymentsOf({ changes: [[TREASURY, PEPPER, MAX_AMOUNT]] })).toEqual([
      { ...payment, coinType: PEPPER, amount: MAX_AMOUNT },
    ])
  })

  test.each(['', '4.5', '1e3', '0x', 'many'])('exclude the change %j, which is no number', (amount) => {
    const happened = transaction({ changes: [[TREASURY, SUI, 40n]] })
    happened.balanceChanges.unshift({ address: TREASURY, coinType: PEPPER, amount })
    expect(effectsOf(happened, PACKAGE).payments).toEqual([payment])
  })

  test('are amounts of a coin in every transaction that a stranger can write', () => {
    const someone = fc.constantFrom(PAYER, TREASURY, SPONSOR)
    const coin = fc.oneof(fc.constantFrom(SUI, PEPPER, 'u64', `${PACKAGE}::a::B<${PEPPER}>`), fc.string())
    const u64 = fc.bigInt({ min: 0n, max: MAX_AMOUNT })
    const change = fc.tuple(someone, coin, fc.bigInt({ min: -(1n << 127n), max: (1n << 127n) - 1n }))
    const events = fc.oneof(
      fc
        .tuple(coin, someone, u64, fc.uint8Array({ maxLength: 600 }))
        .map(([of, recipient, amount, reference]) =>
          event(
            `${PACKAGE}::payment::Paid<${of}>`,
            PaidLayout.serialize({ from: PAYER, recipient, amount, reference }).toBytes(),
          ),
        ),
      fc
        .tuple(coin, someone, u64, u64)
        .map(([of, claimer, amount, nonce]) =>
          event(
            `${PACKAGE}::drop::Claimed<${of}>`,
            ClaimedLayout.serialize({ drop_id: VAULT, claimer, amount, nonce }).toBytes(),
          ),
        ),
      fc.tuple(fc.string(), fc.uint8Array()).map(([type, value]) => event(type, value)),
    )
    fc.assert(
      fc.property(fc.array(change), fc.array(events), u64, (changes, emitted, gas) => {
        for (const { amount } of paymentsOf({ changes, events: emitted, gas, gasOwner: TREASURY }))
          expect(amount > 0n && amount <= MAX_AMOUNT).toBe(true)
      }),
    )
  })

  test('include their memo if they have one', () => {
    const changes = [[TREASURY, SUI, 40n]] as const
    const memoOf = (...events: GrpcTypes.Event[]) => paymentsOf({ changes, events })[0]?.memo
    expect(memoOf(paid(text('pi_1 ☂')))).toBe('pi_1 ☂')
    expect(memoOf(paid(text('pi_1'), PEPPER), paid(text('pi_2')))).toBe('pi_2')
    expect(memoOf(paid(text('pi_1'), SUI, SPONSOR))).toBeNull()
  })

  test('are one for each memo and one for the rest, and never more than the increase', () => {
    const events = [paid(text('pi_1')), paid(text('pi_2'))]
    const first = { ...payment, memo: 'pi_1' }
    expect(paymentsOf({ changes: [[TREASURY, SUI, 40n]], events })).toEqual([first])
    expect(paymentsOf({ changes: [[TREASURY, SUI, 50n]], events })).toEqual([
      first,
      { ...first, amount: 10n, memo: 'pi_2' },
    ])
    expect(paymentsOf({ changes: [[TREASURY, SUI, 100n]], events })).toEqual([
      first,
      { ...first, memo: 'pi_2' },
      { ...payment, amount: 20n },
    ])
  })

  test.each([
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe)],
    ['a text that the store cannot hold', text('a\u0000b')],
    ['a text that is too long to be a reference', text('x'.repeat(501))],
  ])('go without a memo for %s', (_, reference) => {
    expect(paymentsOf({ changes: [[TREASURY, SUI, 40n]], events: [paid(reference)] })).toEqual([payment])
  })

  test('to the treasury have the hash and the time of the transaction', () => {
    const happened = transaction({
      changes: [
        [TREASURY, SUI, 40n],
        [SPONSOR, SUI, 4n],
      ],
    })
    const at = 1_700_000_000_123
    expect(paymentsTo(TREASURY, happened, PACKAGE)).toEqual([{ ...payment, index: 0, txHash: 'digest', at }])
    expect(paymentsTo(PAYER, transaction({ changes: [[PAYER, SUI, 100n]] }), PACKAGE)).toEqual([])
  })
})

describe('what the package tells', () => {
  const claim = {
    dropObjectId: VAULT,
    claimer: PAYER,
    amount: 30n,
    nonce: 1,
    txHash: 'digest',
    at: 1_700_000_000_123,
  }

  test('shows claims of coins and of pieces', () => {
    const events = [claimed(), claimed({ nonce: 2n, of: `nft_drop::Claimed<${PEPPER}>` })]
    expect(claimsIn(transaction({ events }), PACKAGE)).toEqual([claim, { ...claim, nonce: 2 }])
  })

  test.each([
    ["another package's", claimed({ packageId: OTHER_PACKAGE })],
    ["another module's", claimed({ of: `evil::Claimed<${PEPPER}>` })],
    ['one with a nonce that no number holds', claimed({ nonce: 2n ** 53n })],
    ['one of an unexpected type', event('0x9::m::E<vector<u8>, 0x2::a::B<u64>>', text('?'))],
  ])('shows no claim in %s', (_, strange) => {
    expect(claimsIn(transaction({ events: [strange, claimed()] }), PACKAGE)).toEqual([claim])
  })

  test('include opened vaults and deposits', () => {
    const opened = { drop_id: VAULT, public_key: new Uint8Array(32), label: text('drop_1') }
    const { vaultsOpened, deposits } = effectsOf(
      transaction({
        events: [
          event(
            `${PACKAGE}::drop::Opened<0x7::pepper::PEPPER>`,
            OpenedLayout.serialize({ ...opened, deposited: 5n }).toBytes(),
          ),
          event(
            `${PACKAGE}::nft_drop::Opened<${PEPPER}>`,
            OpenedPiecesLayout.serialize({ ...opened, supply: 6n }).toBytes(),
          ),
          event(
            `${PACKAGE}::drop::Opened<u64>`,
            OpenedLayout.serialize({ ...opened, deposited: 0n }).toBytes(),
          ),
          event(
            `${PACKAGE}::drop::Funded<${PEPPER}>`,
            FundedLayout.serialize({ drop_id: VAULT, from: PAYER, amount: 7n, deposited: 12n }).toBytes(),
          ),
        ],
      }),
      PACKAGE,
    )
    expect(vaultsOpened.map(({ coinType }) => coinType)).toEqual([
      PEPPER,
      `${PACKAGE}::nft_drop::Nft<${PEPPER}>`,
      'u64',
    ])
    expect(deposits.map(({ amount }) => amount)).toEqual([5n, 6n, 0n, 7n])
  })
})
