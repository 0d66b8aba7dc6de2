import { type Address, parseAddress } from '../../domain/address.ts'
import type { BriefDrop } from '../../domain/drop.ts'
import { bytesOfHex, hexOfBytes } from '../../domain/encodings.ts'
import { parseHumanProof } from '../../domain/human-check.ts'
import { type DropId, readId } from '../../domain/ids.ts'
import { invariant } from '../../domain/invariant.ts'
import {
  decideEntries,
  ENTRIES_PER_CHUNK,
  type EntryBatchResult,
  type EntryRequest,
  frozenDraw,
  type LotteryEntry,
} from '../../domain/lottery.ts'
import { entryLeaf } from '../../domain/lottery-list.ts'
import { merklePath } from '../../domain/merkle.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, IdempotencyLease, Ports } from '../../ports/index.ts'
import type { Judgment } from '../claims/with-facts.ts'
import {
  answered,
  createDropQueue,
  type DropQueuePorts,
  factsWanted,
  type Ticket,
  ticketAt,
} from '../drop-queue.ts'
import { gateFor, type OutsideFacts } from '../gating/outside-facts.ts'
import { parseClaimer, parseLimit } from '../parse-input.ts'
import { findDrop } from '../read-records.ts'
import type { Settings } from '../settings.ts'

/** The wallet to enter, as the caller wrote it. */
export interface EnterDropInput {
  readonly dropId: string
  readonly userAddress: string
  /** Of the drop's human check, if it has one. */
  readonly humanProof?: string | null | undefined
}

/** A wallet's entry and its drop. */
export interface EnteredDrop {
  readonly drop: BriefDrop
  readonly entry: LotteryEntry
}

/** Enters a wallet. Safe to repeat: a wallet has one entry per drop. */
export async function enterDrop(
  { chain }: Pick<Ports, 'chain'>,
  queue: EntryQueue,
  caller: Caller,
  input: EnterDropInput,
): Promise<Result<EnteredDrop, Refusal>> {
  const wallet = parseClaimer(chain, input.userAddress, 'userAddress')
  if (!wallet.ok) return wallet
  const proof = parseHumanProof(input.humanProof)
  if (!proof.ok) return proof
  const dropId = readId('drop', input.dropId)
  if (!dropId) return err(notFound('Drop'))
  return queue.submit(dropId, { caller, wallet: wallet.value, proof: proof.value })
}

/** The entries that wait while the previous batch of their lottery is being committed. */
export interface EntryQueue {
  /** Rejects with `overloaded` like the claim queue. The entry then has no effect. */
  submit(
    dropId: DropId,
    request: EntryRequest,
    lease?: IdempotencyLease | null,
  ): Promise<Result<EnteredDrop, Refusal>>
  /** The number of entries of all lotteries that wait for their batch or its commit. */
  readonly waiting: number
}

type EntryPorts = DropQueuePorts & Pick<Ports, 'store'>

export function createEntryQueue(
  ports: EntryPorts,
  settings: Settings,
  outsideFacts: OutsideFacts,
): EntryQueue {
  const queue = createDropQueue<EntryRequest, EnteredDrop>(ports, settings, outsideFacts, {
    noun: 'entries',
    walletOf: ({ wallet }) => wallet,
    // A wallet has one entry, so a second call finds those that the first has committed.
    commit: (dropId, tickets) => () => commitEntries(ports, dropId, tickets),
    workOf: (dropId, tickets) => ({
      kind: 'entry_batch',
      dropId,
      entries: tickets.length,
      origins: tickets.flatMap(({ origin }) => origin ?? []),
    }),
  })
  return {
    submit: (dropId, request, lease = null) => queue.serve(dropId, request, lease),
    get waiting() {
      return queue.waiting
    },
  }
}

/** Decides entries of one drop and commits them in one transaction. */
async function commitEntries(
  { store, clock, ruleKinds }: EntryPorts,
  dropId: DropId,
  tickets: readonly Ticket<EntryRequest>[],
): Promise<readonly Judgment<EnteredDrop>[]> {
  const requests = tickets.map(({ request }) => request)
  const wallets = [...new Set(requests.map(({ wallet }) => wallet))]
  const facts = factsWanted(tickets, clock.now())
  const query = { entriesOf: wallets, ...(facts && { wallets, facts }) }
  const committed = await store.changeDrop(dropId, query, (dropState): Change<EntryBatchResult | null> => {
    if (dropState?.drop.deletedAt !== null) return { result: null }
    const { drop, entries } = dropState
    const now = clock.now()
    const gate = (index: number) => {
      const { request, facts } = ticketAt(tickets, index)
      return gateFor(request.wallet, facts, dropState.facts, now, ruleKinds)
    }
    const result = decideEntries({ drop, entries, now, gate }, requests)
    return {
      result,
      insert: { lotteryEntries: result.inserted },
      update: { drops: result.drop === drop ? [] : [result.drop] },
      idempotency: effectsOf(tickets, result),
    }
  })
  invariant(committed.ok, 'an entry has no unique field of its own')
  const result = committed.value
  if (result === null) return tickets.map(() => answered(err(notFound('Drop'))))
  const { drop } = result
  return result.decisions.map((decision) => {
    if (decision.kind === 'refused') return answered(err(decision.refusal))
    return 'entry' in decision ? answered(ok({ drop, entry: decision.entry })) : { kind: decision.kind, drop }
  })
}

/** The effects for requests with an Idempotency-Key: each new entry. */
const effectsOf = (tickets: readonly Ticket<EntryRequest>[], { decisions }: EntryBatchResult) =>
  tickets.flatMap(({ lease, request }, index) =>
    lease && decisions[index]?.kind === 'entered'
      ? [{ lease, effect: { kind: 'entry', id: request.wallet } }]
      : [],
  )

/** A wallet's entry; undefined if it has not entered. */
export async function readLotteryEntry(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  input: EnterDropInput,
): Promise<Result<EnteredDrop | undefined, Refusal>> {
  const wallet = parseAddress(input.userAddress, 'userAddress')
  if (!wallet.ok) return wallet
  const found = await findDrop({ store }, caller, input.dropId)
  if (!found.ok) return found
  const drop = found.value
  const entry = await store.lotteryEntry(drop.id, wallet.value)
  return ok(entry && { drop, entry })
}

/** The largest number of wallets in one answer. */
const MAX_ENTRIES_PER_PAGE = 1_000

/** The wallets that entered, sorted, as in the Merkle tree. Published after the entries are closed. */
export async function listLotteryWallets(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  input: {
    readonly dropId: string
    readonly limit?: number | null | undefined
    readonly after?: string | null | undefined
  },
): Promise<Result<readonly Address[], Refusal>> {
  const limit = parseLimit(input.limit, MAX_ENTRIES_PER_PAGE, MAX_ENTRIES_PER_PAGE)
  if (!limit.ok) return limit
  const after = input.after == null ? ok(undefined) : parseAddress(input.after, 'after')
  if (!after.ok) return after
  const found = await findDrop({ store }, caller, input.dropId)
  if (!found.ok) return found
  const drop = found.value
  if (!isFrozen(drop)) return ok([])
  const entries = await store.entriesByWallet(drop.id, { after: after.value, limit: limit.value })
  return ok(entries.map(({ wallet }) => wallet))
}

/** Proves that a wallet is among the entries under the published root. */
export interface InclusionProof {
  /** The wallet's index among all entries, sorted by wallet, from 0. */
  readonly index: number
  /** The number of entries. */
  readonly size: number
  /** Hashes in hex, from the leaf's sibling to a child of the root. */
  readonly path: readonly string[]
}

/** Null until the root is published. */
export async function proveEntry(
  { store, hashes: { sha256 } }: Pick<Ports, 'store' | 'hashes'>,
  drop: BriefDrop,
  { wallet }: LotteryEntry,
): Promise<InclusionProof | null> {
  if (!isFrozen(drop)) return null
  const firsts = await store.firstEntriesOfChunks(drop.id)
  const chunk = firsts.findLastIndex((first) => first.wallet <= wallet)
  const from = firsts[chunk]?.wallet
  if (from === undefined) return null
  const entries = await store.entriesByWallet(drop.id, { from, limit: ENTRIES_PER_CHUNK })
  const place = entries.findIndex((entry) => entry.wallet === wallet)
  if (place < 0) return null
  const leaves = entries.map((entry) => entryLeaf(sha256, drop.id, entry.wallet))
  const roots = firsts.map(({ chunkRoot }) => bytesOfHex(chunkRoot ?? '') ?? new Uint8Array())
  const path = [...merklePath(sha256, leaves, place), ...merklePath(sha256, roots, chunk)]
  return {
    index: chunk * ENTRIES_PER_CHUNK + place,
    size: drop.lottery?.entries ?? 0,
    path: path.map(hexOfBytes),
  }
}

const isFrozen = ({ lottery }: BriefDrop): boolean => lottery !== null && frozenDraw(lottery) !== null
