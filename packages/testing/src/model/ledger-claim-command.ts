import {
  type Address,
  ok,
  type RandomClaimAnswer,
  type Refusal,
  type Result,
  type SignedRecipient,
  type SignedVoucher,
} from '@dropkit/core'
import { assertEqual, fail } from '../assert.ts'
import { testWalletSignature } from '../doubles/test-cryptography.ts'
import type { CrashPlan } from './crashing-ports.ts'
import { claimsOf, dropCommand, type LedgerCommand, unlessCrashed, walletAt } from './ledger-command.ts'
import { claimIn, isCurrent, type ModelDrop, type ModelRequest, type Prediction } from './ledger-model.ts'
import { type LedgerSystem, restartAfterCrash } from './ledger-system.ts'

export interface AskedClaim {
  readonly wallet: number
  /** Null if the drop fixes the amount. */
  readonly amount: number | null
  /** The wallet to which the claim is delivered instead. Null, or the wallet itself: to the wallet. */
  readonly recipient: number | null
}

/** The result of a request: the granted claim, or the name of the refusal. */
type Answer =
  | {
      readonly kind: 'granted'
      readonly sequence: number
      readonly amount: bigint
      readonly voucher: SignedVoucher | null
    }
  | { readonly kind: 'refused'; readonly refusal: string }

/** Sends several claims on one drop at the same time. */
export const claimCommand = (
  nth: number,
  asked: readonly AskedClaim[],
  crash: CrashPlan | null,
): LedgerCommand => {
  const who = asked
    .map(({ wallet, amount, recipient }) => `${wallet}:${amount ?? '-'}:${recipient ?? '-'}`)
    .join(' ')
  const end = crash ? `, dies ${crash.moment} commit ${crash.commit}` : ''
  return dropCommand(`claim ${who}${end}`, nth, async (drop, system) => {
    system.planCrash(crash)
    const requests = asked.map((one) => requestOf(drop, one, system))
    const answers: (Answer | undefined)[] = []
    // Other requests may overtake those whose facts are loaded or whose signatures are verified first, so the order of the
    // answers is unknown.
    if (drop.gate === null && requests.every(({ recipient }) => recipient === null))
      answers.push(
        ...(await Promise.all(requests.map((request) => unlessCrashed(ask(system, drop, request))))),
      )
    else for (const request of requests) answers.push(await unlessCrashed(ask(system, drop, request)))
    if (system.hasCrashed) {
      await restartAfterCrash(system)
      return adopt(drop, requests, system)
    }
    system.planCrash(null)
    requests.forEach((request, n) => {
      check(drop, claimIn(drop, request), answers[n])
    })
  })
}

/** The wallet of the drop's last claim claims again. While that claim is pending, it gets no new claim. */
export const repeatCommand = (nth: number): LedgerCommand =>
  dropCommand('repeat the last claim', nth, async (drop, system) => {
    const last = drop.claims.at(-1)
    if (!last) return
    const amount = drop.award === 'open' ? last.amount : null
    const request = {
      wallet: last.wallet,
      recipient: null,
      amount,
      now: system.clock.now(),
      lifetimeMs: system.voucherLifetimeMs,
    }
    const count = drop.claims.length
    check(drop, claimIn(drop, request), await ask(system, drop, request))
    if (last.state === 'pending' && isCurrent(drop, last, request.now))
      assertEqual(drop.claims.length, count, 'claims after a repeat')
  })

function requestOf(
  drop: ModelDrop,
  { wallet, amount, recipient }: AskedClaim,
  system: LedgerSystem,
): ModelRequest {
  const named = drop.award === 'open' && amount !== null ? BigInt(amount) : null
  return {
    wallet: walletAt(wallet),
    recipient: recipient === null || recipient === wallet ? null : walletAt(recipient),
    amount: named,
    now: system.clock.now(),
    lifetimeMs: system.voucherLifetimeMs,
  }
}

async function ask(system: LedgerSystem, drop: ModelDrop, request: ModelRequest): Promise<Answer> {
  const { dropkit, caller } = system
  const { wallet: userAddress, amount } = request
  const approval = await approvalOf(system, drop, request)
  if (!approval.ok) return { kind: 'refused', refusal: approval.error.kind }
  const recipient = approval.value
  if (drop.award === 'random') {
    const answer = await dropkit.claimRandomDrop(caller, { dropId: drop.id, userAddress, recipient })
    return answer.ok ? drawnAnswer(answer.value) : { kind: 'refused', refusal: answer.error.kind }
  }
  const given = amount === null ? null : String(amount)
  const answer = await dropkit.claimDrop(caller, { dropId: drop.id, userAddress, recipient, amount: given })
  if (!answer.ok) return { kind: 'refused', refusal: answer.error.kind }
  const { claim, voucher } = answer.value
  return { kind: 'granted', sequence: claim.sequence, amount: claim.amount, voucher }
}

/** The wallet signs for another recipient, if the request names one. */
async function approvalOf(
  { dropkit, caller }: LedgerSystem,
  { id: dropId }: ModelDrop,
  { wallet, recipient }: ModelRequest,
): Promise<Result<SignedRecipient | null, Refusal>> {
  if (recipient === null) return ok(null)
  const message = await dropkit.recipientMessage(caller, { dropId, userAddress: wallet, recipient })
  if (!message.ok) return message
  return ok({ message: message.value, signature: testWalletSignature(wallet as Address, message.value) })
}

function drawnAnswer(answer: RandomClaimAnswer): Answer {
  if (answer.kind === 'refused') return { kind: 'refused', refusal: answer.refusal.kind }
  const { sequence, amount } = answer.claim
  return { kind: 'granted', sequence, amount, voucher: null }
}

function check(drop: ModelDrop, predicted: Prediction, answer: Answer | undefined): void {
  if (!answer) fail('an answer is missing, though nothing crashed')
  if (answer.kind === 'refused' || predicted.kind === 'refused') {
    assertEqual(answer, predicted, 'answer')
    return
  }
  assertEqual(answer.sequence, predicted.sequence, 'the claim that is granted')
  const claim = drop.claims[predicted.sequence - 1]
  if (!claim) fail('the model has the claim')
  if (drop.award === 'random') claim.amount = answer.amount
  claim.voucher = answer.voucher
  assertEqual(answer.amount, claim.amount, 'the amount that is granted')
  if (!answer.voucher) return
  const { amount, claimer, nonce, expiresAt } = answer.voucher
  const expected = {
    amount: claim.amount,
    claimer: claim.recipient,
    nonce: predicted.sequence,
    expiresAt: claim.expiresAt,
  }
  assertEqual({ amount, claimer, nonce, expiresAt }, expected, 'the voucher')
}

/**
 * After a crash it is unknown which requests succeeded. They are the first ones, and each has the same result as without
 * the crash.
 */
async function adopt(
  drop: ModelDrop,
  requests: readonly ModelRequest[],
  system: LedgerSystem,
): Promise<void> {
  const stored = await claimsOf(system, drop.id)
  const expiries = new Map(drop.claims.map((claim) => [claim, claim.expiresAt]))
  for (const request of requests) {
    if (drop.claims.length >= stored.length && drop.award === 'random') break
    const before = drop.claims.length
    const predicted = claimIn(drop, request)
    if (drop.claims.length > stored.length) drop.claims.length = before
    const seen = predicted.kind === 'granted' ? stored[predicted.sequence - 1] : undefined
    const claim = predicted.kind === 'granted' ? drop.claims[predicted.sequence - 1] : undefined
    if (seen && claim && drop.award === 'random') claim.amount = seen.amount
  }
  stored.forEach(({ state }, n) => {
    const claim = drop.claims[n]
    if (!claim || state.kind !== 'PENDING' || state.expiresAt === claim.expiresAt) return
    // The crash came before a renewal, so the claim has its previous expiry.
    if (expiries.get(claim) === state.expiresAt) claim.expiresAt = state.expiresAt
  })
}
