import { type Address, parseAddress } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import { requestsFor } from '../../domain/gating/evaluate.ts'
import { type HumanProof, parseHumanProof } from '../../domain/human-check.ts'
import { invariant } from '../../domain/invariant.ts'
import type { LotteryEntry } from '../../domain/lottery.ts'
import { decideEntry } from '../../domain/lottery-entry.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, DropState, Ports } from '../../ports/index.ts'
import { verifyProof } from '../claims/human-challenge.ts'
import { gateFor } from '../gating/gate.ts'
import type { GatheredFacts, OutsideFacts } from '../gating/outside-facts.ts'
import { findDrop } from '../read-records.ts'

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

type EnterPorts = Pick<Ports, 'store' | 'clock' | 'ruleKinds' | 'humanChecks'>

/** How often missing facts are gathered before an entry is refused. With a human proof, one more round verifies it. */
const MAX_ROUNDS = 3

/** Enters a wallet. Safe to repeat: a wallet has one entry per drop. */
export async function enterDrop(
  ports: EnterPorts,
  outsideFacts: OutsideFacts,
  caller: Caller,
  input: EnterDropInput,
): Promise<Result<EnteredDrop, Refusal>> {
  const wallet = parseAddress(input.userAddress, 'userAddress')
  if (!wallet.ok) return wallet
  const found = await findDrop(ports, caller, input.dropId)
  if (!found.ok) return found
  const given = parseHumanProof(input.humanProof)
  if (!given.ok) return given
  let proof = given.value
  let drop = found.value
  const maxRounds = MAX_ROUNDS + (proof === undefined ? 0 : 1)
  for (let round = 0; round <= maxRounds; round++) {
    const age = round < 2 ? 'kept' : 'fresh'
    const facts = await outsideFacts.gather(drop, requestsFor(drop, ports.ruleKinds), wallet.value, age)
    const entered = await enter(ports, caller, { drop, wallet: wallet.value, facts, proof })
    if (entered.kind === 'answered') return entered.answer
    drop = entered.drop
    if (entered.kind === 'proof_needed') {
      const verified = await verifyProof(ports, drop, { wallet: wallet.value, proof })
      if (!verified.ok) return verified
      proof = verified.value
    }
  }
  return err({ kind: 'eligibility_unknown', reason: 'the rules of this drop keep changing' })
}

type Attempt =
  | { readonly kind: 'answered'; readonly answer: Result<EnteredDrop, Refusal> }
  | { readonly kind: 'facts_needed' | 'proof_needed'; readonly drop: Drop }

interface Entering {
  readonly drop: Drop
  readonly wallet: Address
  readonly facts: GatheredFacts
  readonly proof: HumanProof | undefined
}

async function enter(
  { store, clock, ruleKinds }: EnterPorts,
  caller: Caller,
  { drop, wallet, facts, proof }: Entering,
): Promise<Attempt> {
  const answered = (answer: Result<EnteredDrop, Refusal>): Attempt => ({ kind: 'answered', answer })
  const question = {
    wallets: [wallet],
    entriesOf: [wallet],
    facts: { requests: facts.storeRequests, now: clock.now() },
  }
  const changed = await store.changeDrop(
    drop.id,
    question,
    (dropState: DropState | null): Change<Attempt> => {
      if (dropState?.drop.deletedAt !== null) return { result: answered(err(notFound('Drop'))) }
      const now = clock.now()
      const gate = gateFor(wallet, facts, dropState.facts, now, ruleKinds)
      const entry = dropState.entries.get(wallet)
      const decision = decideEntry({ drop: dropState.drop, entry, now, gate }, { caller, wallet, proof })
      switch (decision.kind) {
        case 'refused':
          return { result: answered(err(decision.refusal)) }
        case 'repeated':
          return { result: answered(ok({ drop: dropState.drop, entry: decision.entry })) }
        case 'facts_needed':
        case 'proof_needed':
          return { result: { kind: decision.kind, drop: dropState.drop } }
        case 'entered':
          return {
            result: answered(ok({ drop: decision.drop, entry: decision.entry })),
            insert: { lotteryEntries: [decision.entry] },
            update: { drops: [decision.drop] },
            effect: { kind: 'entry', id: wallet },
          }
      }
    },
  )
  invariant(changed.ok, 'an entry has no unique field of its own')
  return changed.value
}
