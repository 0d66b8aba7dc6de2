import { parseAddress } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import { parseHumanProof } from '../../domain/human-check.ts'
import { type DropId, readId } from '../../domain/ids.ts'
import { invariant } from '../../domain/invariant.ts'
import {
  decideEntries,
  type EntryBatchResult,
  type EntryRequest,
  type LotteryEntry,
} from '../../domain/lottery.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, IdempotencyLease, Ports } from '../../ports/index.ts'
import type { Judgment } from '../claims/with-facts.ts'
import { createDropQueue, type DropQueuePorts } from '../drop-queue.ts'
import { answered, factsWanted, type Ticket, ticketAt } from '../drop-tickets.ts'
import { gateFor } from '../gating/gate.ts'
import type { OutsideFacts } from '../gating/outside-facts.ts'
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
  readonly drop: Drop
  readonly entry: LotteryEntry
}

/** Enters a wallet. Safe to repeat: a wallet has one entry per drop. */
export async function enterDrop(
  queue: EntryQueue,
  caller: Caller,
  input: EnterDropInput,
): Promise<Result<EnteredDrop, Refusal>> {
  const wallet = parseAddress(input.userAddress, 'userAddress')
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
    commit: (dropId, tickets) => commitEntries(ports, dropId, tickets),
    isSafeToRepeat: () => true,
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
