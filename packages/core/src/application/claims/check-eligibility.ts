import { type Address, parseAddress } from '../../domain/address.ts'
import { isPublicCaller } from '../../domain/api-keys.ts'
import { NEW_WALLET } from '../../domain/claim.ts'
import { decideEligibility } from '../../domain/claim-checks.ts'
import { type ClaimDecision, decisionForVerdict } from '../../domain/claim-decision.ts'
import type { Drop } from '../../domain/drop.ts'
import { checkRules, isExempt, requestsFor } from '../../domain/gating/evaluate.ts'
import type { Facts, RuleCheck } from '../../domain/gating/rule-kind.ts'
import { readId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { canRead } from '../../domain/ownership.ts'
import { isRetryable, messageOf, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { DropState, Ports } from '../../ports/index.ts'
import { type FactsAge, factsOf, gateFor, type OutsideFacts } from '../gating/outside-facts.ts'
import { parseClaimer } from '../parse-input.ts'
import type { Settings } from '../settings.ts'

/** Whether a wallet could claim now, and why not. */
export interface Eligibility {
  readonly eligible: boolean
  /** Whether the answer may change without a change of the wallet. */
  readonly retryable: boolean
  /** The reason of the first failed check. */
  readonly reason: string | null
  readonly missingRequirements: readonly string[]
  /** The result of each gating rule, with the observed value. Empty for a drop without active rules. */
  readonly checks: readonly RuleCheck[]
  /** Whether the drop's owner has exempted the wallet from the rules. */
  readonly exempt: boolean
  readonly checkedAt: Instant
  /** The drop on which the checks ran. */
  readonly drop: Drop
  readonly wallet: Address
}

/** What a check needs besides the caller and the input. */
export interface EligibilityContext {
  readonly ports: Pick<Ports, 'store' | 'chain' | 'clock' | 'ruleKinds'>
  readonly settings: Pick<Settings, 'claimsPerDrop'>
  readonly outsideFacts: OutsideFacts
}

interface EligibilityInput {
  readonly dropId: string
  readonly walletAddress: string
}

/**
 * Runs the claim checks except payment for a wallet, without a reservation. An anonymous visitor gets the answer for
 * the wallet signed in, because a claim would need that.
 */
export async function checkEligibility(
  context: EligibilityContext,
  caller: Caller,
  input: EligibilityInput,
): Promise<Result<Eligibility, Refusal>> {
  const receiver = parseClaimer(context.ports.chain, input.walletAddress, 'walletAddress')
  if (!receiver.ok) return receiver
  const looked = await look(context, caller, input)
  if (!looked.ok) return looked
  const { dropState, wallet, gate, now } = looked.value
  const decision = decideEligibility(
    {
      drop: dropState.drop,
      tally: dropState.drop.tally,
      walletState: dropState.walletStates.get(wallet) ?? NEW_WALLET,
      paid: dropState.paid.get(wallet) ?? [],
      entry: dropState.entries.get(wallet),
      mostClaims: context.settings.claimsPerDrop,
      now,
      gate,
      hash: nothingIsDrawn,
    },
    {
      operation: dropState.drop.award.kind === 'random' ? 'random' : 'claim',
      caller: isPublicCaller(caller) ? signedInBy(caller, wallet) : caller,
      claimer: wallet,
      amount: null,
      voucherLifetimeMs: 0,
    },
  )
  return ok(eligibilityOf(decision, looked.value, context))
}

const signedInBy = ({ user, credential }: Caller, wallet: Address): Caller => ({
  user: { ...user, origin: 'wallet', walletAddress: wallet },
  credential,
})

/** Runs only the drop's gating rules for a wallet. */
export async function checkGatingEligibility(
  context: EligibilityContext,
  caller: Caller,
  input: EligibilityInput,
): Promise<Result<Eligibility, Refusal>> {
  const looked = await look(context, caller, input)
  if (!looked.ok) return looked
  const { gate, dropState } = looked.value
  return ok(eligibilityOf(decisionForVerdict(gate(dropState.drop)), looked.value, context))
}

/** Returns the drop, and the result of its rules for this wallet, from facts that are loaded now. */
async function look(context: EligibilityContext, caller: Caller, input: EligibilityInput) {
  const wallet = parseAddress(input.walletAddress, 'walletAddress')
  if (!wallet.ok) return wallet
  const dropId = readId('drop', input.dropId)
  const drop = dropId && (await context.ports.store.drops([dropId])).get(dropId)
  if (!drop || !canRead(caller, drop)) return err(notFound('Drop'))
  const cached = await lookWith(context, 'cached', drop, wallet.value)
  if (!cached.ok || cached.value.gate(cached.value.dropState.drop).kind !== 'facts_needed') return cached
  return lookWith(context, 'fresh', cached.value.dropState.drop, wallet.value)
}

async function lookWith(
  { ports, outsideFacts }: EligibilityContext,
  age: FactsAge,
  drop: Drop,
  wallet: Address,
) {
  const facts = await outsideFacts.gather(drop, requestsFor(drop, ports.ruleKinds), wallet, age)
  const now = ports.clock.now()
  const query = {
    wallets: [wallet],
    buyers: drop.price === null ? [] : [{ wallet, items: 1 }],
    entriesOf: drop.lottery === null ? [] : [wallet],
    facts: { requests: facts.storeRequests, now },
  }
  const dropState = await ports.store.dropState(drop.id, query)
  if (dropState?.drop.deletedAt !== null) return err(notFound('Drop'))
  return ok({
    dropState,
    wallet,
    gate: gateFor(wallet, facts, dropState.facts, now, ports.ruleKinds),
    facts: factsOf(wallet, facts, dropState.facts, now),
    now,
  })
}

/** An eligibility check must not draw an amount. */
const nothingIsDrawn = (): never => {
  throw new Error('invariant broken: a check draws nothing')
}

/** The input of a check. */
interface Looked {
  readonly dropState: DropState
  readonly wallet: Address
  readonly facts: Facts
  readonly now: Instant
}

function eligibilityOf(
  decision: ClaimDecision | undefined,
  { dropState: { drop }, wallet, facts, now }: Looked,
  { ports }: EligibilityContext,
): Eligibility {
  return {
    ...answerOf(decision),
    checks: checkRules(drop, wallet, facts, ports.ruleKinds),
    exempt: isExempt(drop, facts),
    checkedAt: now,
    drop,
    wallet,
  }
}

type Answer = Pick<Eligibility, 'eligible' | 'retryable' | 'reason' | 'missingRequirements'>

function answerOf(decision: ClaimDecision | undefined): Answer {
  if (decision?.kind === 'facts_needed')
    return refusedBy({
      kind: 'eligibility_unknown',
      reason: 'the facts that its rules need could not be read',
    })
  if (decision?.kind === 'refused') return refusedBy(decision.refusal)
  return { eligible: true, retryable: false, reason: null, missingRequirements: [] }
}

function refusedBy(refusal: Refusal): Answer {
  if (refusal.kind === 'not_eligible') {
    const { reason, missingRequirements } = refusal
    return { eligible: false, retryable: false, reason, missingRequirements }
  }
  const reason = messageOf(refusal)
  return { eligible: false, retryable: isRetryable(refusal), reason, missingRequirements: [reason] }
}
