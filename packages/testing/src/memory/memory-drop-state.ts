import {
  type Address,
  approvalKey,
  type Buyer,
  type ChainTransaction,
  type DropId,
  type DropState,
  type DropStateQuery,
  type Exemption,
  type FactRequest,
  type FileId,
  factKey,
  type Instant,
  MOST_LAPSES,
  mostPaidLoaded,
  type PaymentIntent,
  type StoreSource,
  type UnpaidHolds,
  type WalletState,
} from '@dropkit/core'
import {
  DAY_MS,
  hasLapsed,
  isOpen,
  NO_HOLDS,
  received,
  transferOf,
  unreachable,
  voucherExpiryOf,
  walletStateOf,
} from '@dropkit/core/internal'
import { usedLink } from './memory-lists.ts'
import { fittingIn, intentsOn } from './memory-payments.ts'
import { rankedEntry } from './memory-retention.ts'
import { keyOfLink, type MemoryState, UNIQUE } from './memory-state.ts'
import {
  claimsIn,
  claimsOn,
  countUpTo,
  found,
  hasVoucherOut,
  isUndelivered,
  type MemoryTable,
  walletKey,
} from './memory-table.ts'

export function loadDropState(state: MemoryState, dropId: DropId, query: DropStateQuery): DropState | null {
  const drop = state.drops.get(dropId)
  if (!drop) return null
  const walletStates = new Map<Address, WalletState>()
  for (const wallet of query.wallets ?? []) {
    const claims = claimsIn(state, state.claimIdsByWallet.get(walletKey(dropId, wallet)))
    if (claims.length > 0) walletStates.set(wallet, walletStateOf(drop, claims))
  }
  const refunds = chosen(state.refunds, dropId, query.refundIds)
  const payouts = chosen(state.payouts, dropId, query.payoutIds)
  const transfers = query.intentsOfTransfers ? [...refunds.values(), ...payouts.values()] : []
  const ofTransfers = transfers.flatMap(({ intentId }) => intentId ?? [])
  const open = intentsOn(state, dropId)
    .filter(isOpen)
    .slice(0, query.openIntentsAtMost ?? 0)
    .map(({ id }) => id)
  return {
    drop,
    walletStates,
    facts: factsFor(state, dropId, query),
    paid: paidBy(state, dropId, query.buyers ?? []),
    intents: chosen(state.paymentIntents, dropId, [...(query.intentIds ?? []), ...open, ...ofTransfers]),
    openIntents: intentsOn(state, dropId).filter(
      (intent) => intent.payerId === query.openIntentsOf && isOpen(intent),
    ).length,
    allOpenIntents: countUpTo(
      query.allOpenIntentsOf?.most ?? 0,
      state.paymentIntents.all(),
      (intent) => intent.payerId === query.allOpenIntentsOf?.userId && isOpen(intent),
    ),
    hasMoney:
      query.hasMoney === true &&
      intentsOn(state, dropId).some((intent) => received(intent) > intent.refunded),
    heldItems: intentsOn(state, dropId)
      .filter(({ wallet }) => wallet === query.heldItemsOf)
      .reduce((items, { held }) => items + held, 0),
    unpaidOfWallet: unpaidOf(state, dropId, query, ({ wallet }) => wallet === query.unpaidOf?.wallet),
    unpaidOfPayer: unpaidOf(state, dropId, query, ({ payerId }) => payerId === query.unpaidOf?.payer),
    fitting: query.fitting ? fittingIn(state, query.fitting) : { intents: [], hasMore: false },
    exemptions: found(query.exemptionsOf ?? [], (wallet) => exemptionOf(state, dropId, wallet)),
    refunds,
    payouts,
    openTransactions: query.openTransactions ? openTransactionsFor(state, dropId, query) : [],
    links: new Map(
      (query.linkIds ?? []).flatMap((id) => {
        const link = state.claimLinks.get(keyOfLink({ dropId, id }))
        return link ? [[id, usedLink(state, link)] as const] : []
      }),
    ),
    entries: found(query.entriesOf ?? [], (wallet) => rankedEntry(state, dropId, wallet)),
    usedApprovals: usedApprovals(state, dropId, query.approvals),
    claims: claimsFor(state, dropId, query),
  }
}

function usedApprovals(
  state: MemoryState,
  dropId: DropId,
  approvals: DropStateQuery['approvals'] = [],
): DropState['usedApprovals'] {
  const used = approvals.filter(({ wallet, nonce }) =>
    claimsIn(state, state.claimIdsByWallet.get(walletKey(dropId, wallet))).some(
      ({ recipient }) => recipient?.nonce === nonce,
    ),
  )
  return new Set(used.map(({ wallet, nonce }) => approvalKey(wallet, { nonce })))
}

function unpaidOf(
  state: MemoryState,
  dropId: DropId,
  { unpaidOf }: DropStateQuery,
  isTheirs: (intent: PaymentIntent) => boolean,
): UnpaidHolds {
  if (unpaidOf === undefined) return NO_HOLDS
  const theirs = intentsOn(state, dropId).filter(isTheirs)
  const lapsed = theirs.filter((intent) => hasLapsed(intent, unpaidOf.since))
  return {
    items: theirs.filter(isOpen).reduce((items, { held }) => items + held, 0),
    lapses: Math.min(lapsed.length, MOST_LAPSES),
    lastLapseAt: lapsed.length === 0 ? null : Math.max(...lapsed.map(({ expiresAt }) => expiresAt)),
  }
}

function claimsFor(state: MemoryState, dropId: DropId, query: DropStateQuery): DropState['claims'] {
  const sequences = new Set(query.sequences)
  const claims = claimsOn(state, dropId)
  const undelivered = query.anUndelivered ? claims.find(isUndelivered) : undefined
  const out = claims
    .filter(hasVoucherOut)
    .sort((one, other) => (voucherExpiryOf(one) ?? 0) - (voucherExpiryOf(other) ?? 0))
    .slice(0, query.pendingClaimsAtMost ?? 0)
  const wanted = claims.filter(
    (claim) =>
      query.allClaims === true ||
      claim.sequence > (query.claimsAfter ?? Number.POSITIVE_INFINITY) ||
      claim === undelivered ||
      sequences.has(claim.sequence) ||
      out.includes(claim),
  )
  return new Map(wanted.map((claim) => [claim.sequence, claim]))
}

/** Oldest first. */
function openTransactionsFor(
  state: MemoryState,
  dropId: DropId,
  { refundIds = [], payoutIds = [] }: DropStateQuery,
): ChainTransaction[] {
  const transfers = new Set<string | null>([null, ...refundIds, ...payoutIds])
  return [...state.chainTransactions.all()]
    .filter((sent) => sent.dropId === dropId && sent.state === 'sent')
    .filter(({ purpose }) => transfers.has(transferOf(purpose)))
    .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
}

/** The records with these ids that belong to this drop. */
function chosen<Id extends string, R extends { readonly id: Id; readonly dropId: DropId }>(
  table: MemoryTable<R>,
  dropId: DropId,
  ids: readonly Id[] = [],
): ReadonlyMap<Id, R> {
  const found = ids.flatMap((id) => table.get(id) ?? []).filter((record) => record.dropId === dropId)
  return new Map(found.map((record) => [record.id, record]))
}

function paidBy(state: MemoryState, dropId: DropId, buyers: readonly Buyer[]): DropState['paid'] {
  if (buyers.length === 0) return new Map()
  const most = mostPaidLoaded(buyers)
  const paid = intentsOn(state, dropId).filter((intent) => intent.state.kind === 'PAID' && intent.held > 0)
  const loaded = new Set(
    buyers.flatMap(({ wallet, items }) => {
      const theirs = paid.filter((intent) => intent.wallet === wallet)
      const enough = theirs.filter(({ held }) => held >= items).sort((one, other) => one.held - other.held)
      return [...theirs.slice(0, most), ...enough.slice(0, items > 1 ? most : 0)]
    }),
  )
  return Map.groupBy(
    paid.filter((intent) => loaded.has(intent)),
    ({ wallet }) => wallet,
  )
}

/** Returns every requested fact for every requested wallet. A fact without data is 0. */
function factsFor(
  state: MemoryState,
  dropId: DropId,
  { wallets = [], facts }: DropStateQuery,
): DropState['facts'] {
  if (!facts) return new Map()
  const answers = facts.requests.map((request) => {
    const byWallet = new Map(
      wallets.map((wallet) => [wallet, factOf(state, dropId, request, wallet, facts.now)]),
    )
    return [factKey(request), byWallet] as const
  })
  return new Map(answers)
}

function factOf(
  state: MemoryState,
  dropId: DropId,
  { source, subject }: FactRequest<StoreSource>,
  wallet: Address,
  now: Instant,
): bigint {
  switch (source) {
    case 'confirmed_claims':
      return confirmedOn(state, dropId, wallet)
    case 'claims_on_drop':
      return confirmedOn(state, subject as DropId, wallet)
    case 'listed':
      return state.walletLists.get(subject as FileId)?.has(wallet) ? 1n : 0n
    case 'account_age_days': {
      const user = state.users.byUnique(UNIQUE.walletAddress, wallet)
      return user ? BigInt(Math.max(0, Math.floor((now - user.createdAt) / DAY_MS))) : 0n
    }
    case 'exempted':
      return exemptionOf(state, dropId, wallet) ? 1n : 0n
    default:
      return unreachable(source)
  }
}

/** The active exemption of a wallet. Undefined if there is none. */
const exemptionOf = (state: MemoryState, dropId: DropId, wallet: Address): Exemption | undefined =>
  state.exemptions.byUnique(UNIQUE.exemptWallet, walletKey(dropId, wallet))

function confirmedOn(state: MemoryState, dropId: DropId, wallet: Address): bigint {
  const claims = claimsIn(state, state.claimIdsByWallet.get(walletKey(dropId, wallet)))
  return BigInt(claims.filter((claim) => claim.state.kind === 'CONFIRMED').length)
}
