import {
  approvalKey,
  type Claim,
  type Drop,
  type DropStateQuery,
  idOfClaim,
  type WalletState,
} from '@dropkit/core'
import { DAY_MS } from '@dropkit/core/internal'
import { assertEqual, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import {
  confirmed,
  expired,
  failed,
  pending,
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleClaim,
  sampleDrop,
  submitted,
} from './sample-records.ts'
import { stateOf } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'

const WALLET = sampleAddress(0xaa)
const OTHER = sampleAddress(0xbb)
const soon = pending(SAMPLE_NOW + 60_000)

const mine = (drop: Drop, sequence: number, slot: number, state = soon): Claim =>
  sampleClaim(drop, sequence, { claimer: WALLET, slot, state })

/** Normalizes parts that a store may leave out or return in another order. */
const plain = (walletState: WalletState | undefined) => ({
  live: walletState?.live ?? [],
  slots: (walletState?.slots ?? []).toSorted((one, other) => one - other),
})

export function storeWalletStateContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  const walletStatesIn = async ({ store }: OpenedStore, drop: Drop, more: DropStateQuery = {}) => {
    return present(await stateOf(store, drop.id, { wallets: [WALLET, OTHER], ...more })).walletStates
  }

  test('returns nothing for a wallet without claims here', async (opened) => {
    const { drop } = await putDrop(opened.store)
    const walletStates = await walletStatesIn(opened, drop)
    assertEqual(plain(walletStates.get(WALLET)), { live: [], slots: [] })
  })

  test('returns the only claim with a limit of one, pending or not', async (opened) => {
    const { drop } = await putDrop(opened.store)
    for (const state of [soon, submitted(), confirmed()]) {
      const claim = mine(drop, 1, 1, state)
      if (state === soon)
        await put(opened.store, { claims: [claim, sampleClaim(drop, 2, { claimer: OTHER, slot: 1 })] })
      else await opened.store.create({ update: { claims: [claim] } })
      const walletStates = await walletStatesIn(opened, drop)
      assertEqual(plain(walletStates.get(WALLET)), { live: [claim], slots: [1] }, state.kind)
      assertEqual(plain(walletStates.get(OTHER)).live.length, 1)
    }
  })

  test('finds the approvals of recipients that claims of the drop have used, and no others', async ({
    store,
  }) => {
    const { drop, token } = await putDrop(store, { maxPerWallet: 5 })
    const other = sampleDrop(token, 2)
    await put(store, { drops: [other] })
    const to = (nonce: string) => ({ address: OTHER, nonce })
    const first = { ...mine(drop, 1, 1), recipient: to('one') }
    const over = { ...mine(drop, 2, -2, expired()), recipient: to('two') }
    const elsewhere = { ...mine(other, 1, 1), recipient: to('three') }
    await put(store, { claims: [first, over, elsewhere, mine(drop, 3, 2)] })
    assertEqual((await store.claims([{ dropId: drop.id, sequence: 1 }])).get(idOfClaim(first)), first)
    const approvals = ['one', 'two', 'three', 'four'].flatMap((nonce) => [
      { wallet: WALLET, nonce },
      { wallet: OTHER, nonce },
    ])
    const used = new Set(['one', 'two'].map((nonce) => approvalKey(WALLET, { nonce })))
    assertEqual((await stateOf(store, drop.id, { approvals }))?.usedApprovals, used)
    assertEqual((await stateOf(store, drop.id, {}))?.usedApprovals.size, 0, 'none are asked for')
  })

  test('leaves expired and failed claims out and their places free', async (opened) => {
    const { drop } = await putDrop(opened.store)
    await put(opened.store, { claims: [mine(drop, 1, -1, expired()), mine(drop, 2, -2, failed())] })
    assertEqual(plain((await walletStatesIn(opened, drop)).get(WALLET)), { live: [], slots: [] })
    const third = mine(drop, 3, 1)
    await put(opened.store, { claims: [third] })
    assertEqual(plain((await walletStatesIn(opened, drop)).get(WALLET)), { live: [third], slots: [1] })
  })

  test('returns pending claims and the newest with a limit of several', async (opened) => {
    const { drop } = await putDrop(opened.store, { maxPerWallet: 3 })
    const [first, second, third] = [
      mine(drop, 1, 1),
      mine(drop, 3, 2, confirmed()),
      mine(drop, 7, 3, submitted()),
    ] as const
    await put(opened.store, { claims: [first, second] })
    let walletState = (await walletStatesIn(opened, drop)).get(WALLET)
    assertEqual(plain(walletState), { live: [first, second], slots: [1, 2] })
    await put(opened.store, { claims: [third] })
    walletState = (await walletStatesIn(opened, drop)).get(WALLET)
    assertEqual(plain(walletState), { live: [first, third], slots: [1, 2, 3] }, 'oldest first')

    const released = { ...first, slot: -1, state: expired() }
    await opened.store.create({ update: { claims: [released] } })
    walletState = (await walletStatesIn(opened, drop)).get(WALLET)
    assertEqual(plain(walletState), { live: [third], slots: [2, 3] }, 'with the first place free again')
  })

  test('returns the days of a STREAK without expired ones', async (opened) => {
    const { drop } = await putDrop(opened.store, { claimType: 'STREAK' })
    const days = [20_000, 20_001, 20_003]
    const on = (day: number, claim: Claim): Claim => ({ ...claim, createdAt: (day + 1) * DAY_MS - 1 })
    // The first one was made before the drop was a STREAK.
    const claims = days.map((day, n) => on(day, mine(drop, n + 1, n === 0 ? 1 : day, confirmed())))
    const lapsed = on(20_002, mine(drop, 4, -4, expired()))
    const today = on(20_004, mine(drop, 5, 20_004))
    await put(opened.store, { claims: [...claims, lapsed] })
    assertEqual(plain((await walletStatesIn(opened, drop)).get(WALLET)), { live: [claims[2]], slots: days })
    await put(opened.store, { claims: [today] })
    assertEqual(plain((await walletStatesIn(opened, drop)).get(WALLET)), {
      live: [today],
      slots: [...days, 20_004],
    })
  })

  test('returns the days of a STREAK with a price too', async (opened) => {
    const { drop } = await putDrop(opened.store, {
      claimType: 'STREAK',
      price: { atomic: 5n, currency: 'SUI' },
    })
    const claim = { ...mine(drop, 1, 20_000, confirmed()), createdAt: 20_000 * DAY_MS }
    await put(opened.store, { claims: [claim] })
    assertEqual(plain((await walletStatesIn(opened, drop)).get(WALLET)), { live: [claim], slots: [20_000] })
  })

  test('keeps to the pending claims where a wallet may have any number', async (opened) => {
    const { drop } = await putDrop(opened.store, { price: { atomic: 5n, currency: 'SUI' } })
    const waiting = mine(drop, 2, 2)
    await put(opened.store, {
      claims: [mine(drop, 1, 1, confirmed()), waiting, mine(drop, 3, 3, confirmed())],
    })
    assertEqual(plain((await walletStatesIn(opened, drop)).get(WALLET)), { live: [waiting], slots: [] })
  })

  test('returns the newest claim on a random drop without a limit', async (opened) => {
    const { drop } = await putDrop(opened.store, {
      price: { atomic: 5n, currency: 'SUI' },
      award: { kind: 'random', commitment: '00'.repeat(32), seed: 'sealed', beacon: null },
      supply: 9,
    })
    const [first, second, third] = [
      mine(drop, 1, 1, confirmed()),
      mine(drop, 2, 2, pending(null)),
      mine(drop, 3, 3, submitted()),
    ] as const
    await put(opened.store, { claims: [first, second, third] })
    assertEqual(plain((await walletStatesIn(opened, drop)).get(WALLET)), { live: [second, third], slots: [] })
  })

  test('limits a priced drop that says how many a wallet may have', async (opened) => {
    const { drop } = await putDrop(opened.store, { price: { atomic: 5n, currency: 'SUI' }, maxPerWallet: 2 })
    const [first, second] = [mine(drop, 1, 1, confirmed()), mine(drop, 2, 2, confirmed())]
    await put(opened.store, { claims: [first, second] })
    assertEqual(plain((await walletStatesIn(opened, drop)).get(WALLET)), { live: [second], slots: [1, 2] })
  })

  test('reads only the given drop and wallets', async (opened) => {
    const { token, drop } = await putDrop(opened.store)
    const other = sampleDrop(token, 2)
    await put(opened.store, { drops: [other], claims: [mine(drop, 1, 1), mine(other, 1, 1, confirmed())] })
    assertEqual((await walletStatesIn(opened, drop)).get(WALLET)?.live, [mine(drop, 1, 1)])
    const walletStates = await walletStatesIn(opened, drop, { wallets: [OTHER] })
    assertEqual(plain(walletStates.get(WALLET)), { live: [], slots: [] }, 'a wallet not asked about')
  })

  test('returns the states of hundreds of wallets at once', async (opened) => {
    const { drop } = await putDrop(opened.store)
    const claims = Array.from({ length: 300 }, (_, n) =>
      sampleClaim(drop, n + 1, { claimer: sampleAddress(0x5000 + n), slot: 1 }),
    )
    await put(opened.store, { claims })
    const walletStates = await walletStatesIn(opened, drop, { wallets: claims.map(({ claimer }) => claimer) })
    for (const claim of claims) assertEqual(walletStates.get(claim.claimer)?.live, [claim])
  })

  test('gives the claims asked for by their sequences, oldest first', async ({ store }) => {
    const { drop } = await putDrop(store)
    const states = [soon, pending(null), submitted(), pending(SAMPLE_NOW + 1)]
    const claims = states.map((state, n) => sampleClaim(drop, n + 1, { state }))
    await put(store, { claims: claims.toReversed() })
    const some = await stateOf(store, drop.id, { sequences: [4, 9, 2] })
    assertEqual(
      [...(some?.claims.entries() ?? [])],
      [
        [2, claims[1]],
        [4, claims[3]],
      ],
    )
    const all = await stateOf(store, drop.id, { allClaims: true })
    assertEqual([...(all?.claims.keys() ?? [])], [1, 2, 3, 4])
    const out = await stateOf(store, drop.id, { pendingClaimsAtMost: 9 })
    assertEqual([...(out?.claims.keys() ?? [])], [1, 4], 'those with a voucher that is out')
    const one = await stateOf(store, drop.id, { pendingClaimsAtMost: 1 })
    assertEqual([...(one?.claims.keys() ?? [])], [4], 'the one that expires first')
    const both = await stateOf(store, drop.id, { pendingClaimsAtMost: 9, sequences: [2, 4] })
    assertEqual([...(both?.claims.keys() ?? [])], [1, 2, 4])
    const later = await stateOf(store, drop.id, { claimsAfter: 2 })
    assertEqual([...(later?.claims.keys() ?? [])], [3, 4], 'those after a sequence')
    const none = await stateOf(store, drop.id, {})
    assertEqual(none?.claims.size, 0)
    assertEqual(await stateOf(store, `${drop.id.slice(0, -2)}ff` as Drop['id'], {}), null)
  })
}
