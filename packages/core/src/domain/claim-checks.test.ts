import {
  addressOf,
  callerOf,
  confirmed,
  fullVault,
  TEST_START as NOW,
  OWNER,
  paidBy,
  pending,
  sampleClaim,
  sampleDrop,
  sampleIntent,
  sampleToken,
  serviceCaller,
  submitted,
  walletCaller,
} from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { type Claim, type ClaimState, NEW_WALLET, type WalletState } from './claim.ts'
import { decideClaim, decideEligibility, decidePurchase } from './claim-checks.ts'
import type { ClaimContext, ClaimRequest } from './claim-decision.ts'
import type { ClaimAccess, Drop } from './drop.ts'

const WALLET = addressOf('0xaa')
const LIFETIME_MS = 900_000

const ACTIVE = sampleDrop(sampleToken(OWNER, 1), 1, { vault: fullVault(amountOf(1_000n)) })

const request = (more: Partial<ClaimRequest> = {}): ClaimRequest => ({
  operation: 'claim',
  caller: serviceCaller(),
  claimer: WALLET,
  amount: null,
  voucherLifetimeMs: LIFETIME_MS,
  ...more,
})

const context = (more: Partial<ClaimContext> = {}): ClaimContext => ({
  drop: ACTIVE,
  tally: (more.drop ?? ACTIVE).tally,
  walletState: NEW_WALLET,
  paid: [],
  now: NOW,
  gate: () => ({ kind: 'pass' }),
  mostClaims: 0,
  hash: () => () => new Uint8Array(32),
  ...more,
})

const decide = (given: Partial<ClaimContext>, asked: Partial<ClaimRequest> = {}) =>
  decideClaim(context(given), request(asked))

const kindOf = (decision: ReturnType<typeof decideClaim>) =>
  decision.kind === 'refused' ? decision.refusal.kind : decision.kind

const refusalOf = (decision: ReturnType<typeof decideClaim>) =>
  decision.kind === 'refused' ? decision.refusal : undefined

describe('the claim checks', () => {
  /** In the order of the contract, each with its refusal. */
  const CHECKS = [
    ['access', 'forbidden'],
    ['status', 'drop_not_active'],
    ['operation', 'wrong_operation'],
    ['amount', 'bad_user_input'],
    ['limit', 'already_claimed'],
    ['gating', 'not_eligible'],
    ['payment', 'payment_required'],
    ['readiness', 'drop_not_ready'],
  ] as const

  test('answer with the first check that fails, whatever later checks say', () => {
    fc.assert(
      fc.property(fc.subarray(CHECKS.map(([check]) => check)), (failing) => {
        const fails = (check: (typeof CHECKS)[number][0]) => failing.includes(check)
        const drop: Drop = {
          ...ACTIVE,
          claimAccess: fails('access') ? 'OWNER' : 'OPEN',
          status: fails('status') ? 'PAUSED' : 'ACTIVE',
          maxPerWallet: 1,
          price: { atomic: 5n, currency: 'SUI' },
          vault: fails('readiness') ? { kind: 'none' } : ACTIVE.vault,
          tally: { ...ACTIVE.tally, heldAmount: amountOf(10n), heldItems: 1 },
        }
        const earlier = sampleClaim(drop, 1, { claimer: WALLET, slot: 1, state: confirmed() })
        const walletState: WalletState = fails('limit') ? { live: [earlier], slots: [1] } : NEW_WALLET
        const decision = decide(
          {
            drop,
            walletState,
            paid: fails('payment') ? [] : [sampleIntent(drop, 1, { state: paidBy(1), quantity: 1, held: 1 })],
            gate: () =>
              fails('gating')
                ? { kind: 'fail', reason: 'no', missingRequirements: ['this'], checks: [] }
                : { kind: 'pass' },
          },
          {
            operation: fails('operation') ? 'random' : 'claim',
            amount: fails('amount') ? amountOf(11n) : null,
          },
        )
        // A wallet passes the gating rules when it buys, and they are not evaluated again.
        const counts = (check: (typeof CHECKS)[number][0]) => check !== 'gating' || fails('payment')
        const first = CHECKS.find(([check]) => fails(check) && counts(check))
        expect(kindOf(decision)).toBe(first?.[1] ?? 'reserved')
      }),
    )
  })

  test('refuse more claims than a drop may get, and name the limit, but take what was bought', () => {
    const tally = { ...ACTIVE.tally, lastSequence: 4, heldItems: 1, heldAmount: amountOf(10n) }
    expect(kindOf(decide({ tally }))).toBe('reserved')
    expect(kindOf(decide({ tally, mostClaims: 6 }))).toBe('reserved')
    expect(refusalOf(decide({ tally, mostClaims: 5 }))).toMatchObject({
      kind: 'conflict',
      reason: 'LIMIT_REACHED',
      details: { limit: 'claimsPerDrop', value: 5, used: 5, asked: 1 },
    })
    const drop: Drop = { ...ACTIVE, price: { atomic: 5n, currency: 'SUI' }, tally }
    const paid = [sampleIntent(drop, 1, { state: paidBy(1), quantity: 1, held: 1 })]
    expect(kindOf(decide({ drop, paid, mostClaims: 5 }))).toBe('reserved')
  })

  test('ask for outside facts only when every check without them has passed', () => {
    let asked = 0
    const gate = () => {
      asked++
      return { kind: 'facts_needed' } as const
    }
    const paused = { ...ACTIVE, status: 'PAUSED' as const }
    expect(kindOf(decide({ gate, drop: paused }))).toBe('drop_not_active')
    expect(kindOf(decide({ gate }, { amount: amountOf(1n) }))).toBe('bad_user_input')
    expect(asked).toBe(0)
    expect(kindOf(decide({ gate }))).toBe('facts_needed')
  })

  test('report a fact that could not be loaded as unknown, never as a failed rule', () => {
    const decision = decide({ gate: () => ({ kind: 'unknown', reason: 'no answer' }) })
    expect(refusalOf(decision)).toEqual({ kind: 'eligibility_unknown', reason: 'no answer' })
  })

  test('name the right operation', () => {
    const random: Drop = { ...ACTIVE, award: { kind: 'random', commitment: '', seed: '' } }
    expect(refusalOf(decide({ drop: random }))).toEqual({ kind: 'wrong_operation', use: 'claimRandomDrop' })
    const wrong = decide({}, { operation: 'random' })
    expect(refusalOf(wrong)).toEqual({ kind: 'wrong_operation', use: 'claimDrop' })
  })

  test('refuse an amount above the free amount, and name the free amount', () => {
    const drop: Drop = {
      ...ACTIVE,
      award: { kind: 'open' },
      tally: {
        ...ACTIVE.tally,
        reservedAmount: amountOf(400n),
        reservedCount: 1,
        heldAmount: amountOf(100n),
      },
    }
    expect(refusalOf(decide({ drop }, { amount: amountOf(501n) }))).toMatchObject({
      kind: 'bad_user_input',
      field: 'amount',
      details: { free: '500' },
    })
    expect(kindOf(decide({ drop }, { amount: amountOf(500n) }))).toBe('reserved')
    expect(refusalOf(decide({ drop }))).toMatchObject({ kind: 'bad_user_input', field: 'amount' })
  })

  test('include other reserved claims in on-chain readiness', () => {
    const drop: Drop = {
      ...ACTIVE,
      vault: fullVault(amountOf(25n)),
      tally: { ...ACTIVE.tally, reservedAmount: amountOf(10n), reservedCount: 1, lastSequence: 1 },
    }
    expect(kindOf(decide({ drop }))).toBe('reserved')
    const tally = { ...drop.tally, reservedAmount: amountOf(20n) }
    expect(kindOf(decide({ drop: { ...drop, tally } }))).toBe('drop_not_ready')
  })
})

describe('access to a drop', () => {
  const owner = callerOf(OWNER)
  const service = serviceCaller()
  const holder = walletCaller(WALLET)
  const stranger = walletCaller(addressOf('0xbb'))
  const openTo = (claimAccess: ClaimAccess, caller: ClaimRequest['caller']) =>
    kindOf(decide({ drop: { ...ACTIVE, claimAccess } }, { caller })) === 'reserved'

  test('OPEN is for services and the owner for any wallet, for wallets for themselves', () => {
    expect([owner, service, holder, stranger].map((caller) => openTo('OPEN', caller))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('WALLET is for the wallet itself alone', () => {
    expect([owner, service, holder, stranger].map((caller) => openTo('WALLET', caller))).toEqual([
      false,
      false,
      true,
      false,
    ])
  })

  test('OWNER is for the owner alone', () => {
    expect([owner, service, holder, stranger].map((caller) => openTo('OWNER', caller))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('is allowed for the owner and any wallet, and for a service with a wallet', () => {
    const ownWallet = callerOf({ ...OWNER, origin: 'wallet', walletAddress: addressOf('0xcc') })
    const linked = callerOf({ ...service.user, walletAddress: addressOf('0xdd') })
    // An owner may claim for others, whatever its origin.
    expect(openTo('OPEN', ownWallet)).toBe(true)
    expect(openTo('OWNER', ownWallet)).toBe(true)
    expect(openTo('WALLET', ownWallet)).toBe(false)
    // A service with a linked wallet is still a service.
    expect(openTo('OPEN', linked)).toBe(true)
  })

  test('is checked before earlier claims of the wallet', () => {
    const pending = sampleClaim(ACTIVE, 1, {
      claimer: WALLET,
      slot: 1,
      state: { kind: 'PENDING', expiresAt: NOW + LIFETIME_MS },
    })
    const walletState: WalletState = { live: [pending], slots: [1] }
    expect(kindOf(decide({ walletState }, { caller: holder }))).toBe('repeated')
    expect(kindOf(decide({ walletState }, { caller: stranger }))).toBe('forbidden')
    const drop: Drop = { ...ACTIVE, claimAccess: 'OWNER' }
    expect(kindOf(decide({ drop, walletState }, { caller: holder }))).toBe('forbidden')
  })

  test('to a DRAFT is as to a drop that does not exist, except for its owner', () => {
    const drop: Drop = { ...ACTIVE, status: 'DRAFT' }
    expect(refusalOf(decide({ drop }))).toEqual({ kind: 'not_found', what: 'Drop' })
    expect(kindOf(decide({ drop }, { caller: owner }))).toBe('drop_not_active')
  })
})

describe('a drop that gives out by chance', () => {
  const random: Drop = { ...ACTIVE, award: { kind: 'random', commitment: '', seed: '' }, supply: null }
  const draw = (drop: Drop, walletState: WalletState = NEW_WALLET) =>
    decide({ drop, walletState }, { operation: 'random', amount: null })
  const drawn = (sequence: number, state: ClaimState, slot = sequence) =>
    sampleClaim(random, sequence, { claimer: WALLET, slot, state })
  const holding = (...live: readonly Claim[]): WalletState => ({ live, slots: live.map(({ slot }) => slot) })

  test('gives a wallet one, and says which', () => {
    for (const state of [pending(null), submitted(), confirmed()])
      expect(refusalOf(draw(random, holding(drawn(1, state))))).toMatchObject({ kind: 'already_claimed' })
  })

  test('returns a claim that is not sent yet, and then another one, up to the limit', () => {
    const two: Drop = { ...random, maxPerWallet: 2 }
    const first = drawn(1, pending(null))
    expect(draw(two, holding(first))).toEqual({ kind: 'repeated', claim: first })
    for (const state of [submitted(), confirmed()])
      expect(draw(two, holding(drawn(1, state))).kind).toBe('reserved')
    expect(refusalOf(draw(two, holding(drawn(1, confirmed()), drawn(2, confirmed()))))).toEqual({
      kind: 'claim_limit_reached',
      limit: 2,
      claimCount: 2,
    })
  })

  test('waits for the whole pool on a drop with a beacon, because any amount may be drawn later', () => {
    const beacon = { hash: '0a', publicKey: '0b', genesisAt: 0, periodMs: 3_000, scheme: 'test' }
    const price = { atomic: 5n, currency: 'SUI' }
    const award = { kind: 'random', commitment: '', seed: '', beacon } as const
    const holds = (amount: bigint): Drop => ({
      ...random,
      award,
      supply: 5,
      vault: fullVault(amountOf(amount)),
    })
    const asked = request({ operation: 'random' })
    for (const decided of [
      draw,
      (drop: Drop) => decideEligibility(context({ drop }), asked),
      (drop: Drop) => decidePurchase(context({ drop: { ...drop, price } }), asked),
    ]) {
      const kinds = [0n, 999n, 1_000n].map((amount) => {
        const decision = decided(holds(amount))
        return decision && kindOf(decision)
      })
      expect(kinds).toEqual(['drop_not_ready', 'drop_not_ready', decided === draw ? 'reserved' : undefined])
    }
  })

  test('gives as long as there is a unit, and says then that it is sold out', () => {
    const left = (reservedAmount: bigint): Drop => {
      const tally = {
        ...random.tally,
        reservedAmount: amountOf(reservedAmount),
        reservedCount: 1,
        lastSequence: 1,
      }
      return { ...random, tally }
    }
    expect(draw(left(random.pool - 1n)).kind).toBe('reserved')
    expect(refusalOf(draw(left(random.pool)))).toMatchObject({ kind: 'drop_sold_out', free: 0n })
    const held = { ...random.tally, heldAmount: random.pool }
    expect(refusalOf(draw({ ...random, tally: held }))).toEqual({ kind: 'drop_sold_out', free: 0n })
  })
})

describe('items that are held for a buyer', () => {
  test('is not there for others: no items, and no amount', () => {
    const items: Drop = { ...ACTIVE, supply: 3, tally: { ...ACTIVE.tally, heldItems: 3 } }
    expect(refusalOf(decide({ drop: items }))).toMatchObject({ kind: 'drop_sold_out', free: ACTIVE.pool })
    const amount = (heldAmount: bigint): Drop => ({
      ...ACTIVE,
      tally: { ...ACTIVE.tally, heldAmount: amountOf(heldAmount) },
    })
    expect(decide({ drop: amount(ACTIVE.pool - 10n) }).kind).toBe('reserved')
    expect(refusalOf(decide({ drop: amount(ACTIVE.pool - 9n) }))).toEqual({ kind: 'drop_sold_out', free: 9n })
  })

  test('of a drop that sells units is as many as the claim names, of any other one item', () => {
    const price = { atomic: 5n, currency: 'SUI' }
    const tally = { ...ACTIVE.tally, heldItems: 7, heldAmount: amountOf(7n) }
    const units: Drop = { ...ACTIVE, award: { kind: 'open' }, supply: null, price, tally }
    const paid = [
      sampleIntent(units, 1, {
        state: paidBy(1, { amount: amountOf(35n) }),
        unitPrice: 5n,
        quantity: 7,
        held: 7,
      }),
    ]
    const claimed = decide({ drop: units, paid }, { amount: amountOf(4n) })
    expect(claimed).toMatchObject({
      kind: 'reserved',
      claim: { amount: 4n, items: 4, cost: 20n, intentId: paid[0]?.id },
      tally: { heldItems: 3, heldAmount: 3n, reservedAmount: 4n, reservedCount: 1 },
    })
    expect(refusalOf(decide({ drop: units, paid }, { amount: amountOf(8n) }))).toMatchObject({
      kind: 'payment_required',
      priceAtomic: 5n,
      currency: 'SUI',
      items: 8,
    })
    const unpaid = refusalOf(decide({ drop: units }, { amount: amountOf(8n) }))
    expect(unpaid).toEqual({ kind: 'payment_required', priceAtomic: 5n, currency: 'SUI' })
    expect(refusalOf(decide({ drop: units, paid }))).toMatchObject({
      kind: 'bad_user_input',
      field: 'amount',
    })
    const shares: Drop = { ...units, supply: 10, tally: { ...tally, heldAmount: amountOf(700n) } }
    expect(decide({ drop: { ...shares, pool: amountOf(1_000n) }, paid })).toMatchObject({
      kind: 'reserved',
      claim: { amount: 100n, items: 1 },
      tally: { heldItems: 6, heldAmount: 600n },
    })
    expect(refusalOf(decide({ drop: shares, paid }, { amount: amountOf(1n) }))).toMatchObject({
      field: 'amount',
      details: { amount: String(shares.pool / 10n) },
    })
  })
})

describe('eligibility of a wallet', () => {
  const eligible = (given: Partial<ClaimContext> = {}, asked: Partial<ClaimRequest> = {}) => {
    const decision = decideEligibility(context(given), request({ amount: amountOf(1n), ...asked }))
    return decision && kindOf(decision)
  }

  test('is decided for one item, for any requested amount', () => {
    expect(eligible()).toBeUndefined()
    expect(eligible({ drop: { ...ACTIVE, award: { kind: 'open' } } })).toBeUndefined()
    const random: Drop = { ...ACTIVE, award: { kind: 'random', commitment: '', seed: '' } }
    expect(eligible({ drop: random }, { operation: 'random' })).toBeUndefined()
    expect(eligible({ drop: { ...ACTIVE, price: { atomic: 5n, currency: 'SUI' } } })).toBeUndefined()
  })

  test('is decided by the first check that fails, the vault last', () => {
    expect(eligible({ drop: { ...ACTIVE, claimAccess: 'OWNER' } })).toBe('forbidden')
    expect(eligible({ drop: { ...ACTIVE, status: 'PAUSED' } })).toBe('drop_not_active')
    expect(eligible({ gate: () => ({ kind: 'facts_needed' }) })).toBe('facts_needed')
    expect(eligible({ drop: { ...ACTIVE, vault: fullVault(amountOf(10n)) } })).toBeUndefined()
    expect(eligible({ drop: { ...ACTIVE, vault: fullVault(amountOf(9n)) } })).toBe('drop_not_ready')
  })

  test('is true while its claim is pending, and false when the claim is confirmed', () => {
    const walletState = (state: ClaimState): WalletState => ({
      live: [sampleClaim(ACTIVE, 1, { claimer: WALLET, slot: 1, state })],
      slots: [1],
    })
    expect(eligible({ walletState: walletState(pending(NOW + 1)) })).toBeUndefined()
    expect(eligible({ walletState: walletState(confirmed()) })).toBe('already_claimed')
  })
})

describe('a purchase', () => {
  const drop: Drop = { ...ACTIVE, price: { atomic: 5n, currency: 'SUI' } }
  const mayBuy = (of: Drop, given: Partial<ClaimContext> = {}, asked: Partial<ClaimRequest> = {}) => {
    const decision = decidePurchase(context({ drop: of, ...given }), request(asked))
    return decision && kindOf(decision)
  }

  test('runs the same checks', () => {
    expect(mayBuy(drop)).toBeUndefined()
    expect(mayBuy({ ...drop, claimAccess: 'OWNER' })).toBe('forbidden')
    expect(mayBuy({ ...drop, status: 'PAUSED' })).toBe('drop_not_active')
    expect(mayBuy(drop, { gate: () => ({ kind: 'facts_needed' }) })).toBe('facts_needed')
    expect(mayBuy({ ...drop, vault: fullVault(amountOf(9n)) })).toBe('drop_not_ready')
    expect(mayBuy({ ...drop, award: { kind: 'open' }, supply: null })).toBeUndefined()
  })

  test('is not refused because of a pending claim', () => {
    const walletState: WalletState = {
      live: [sampleClaim(drop, 1, { claimer: WALLET, slot: 1, state: pending(NOW + 1) })],
      slots: [1],
    }
    expect(mayBuy(drop, { walletState })).toBeUndefined()
    expect(mayBuy({ ...drop, maxPerWallet: 1 }, { walletState })).toBe('already_claimed')
  })
})
