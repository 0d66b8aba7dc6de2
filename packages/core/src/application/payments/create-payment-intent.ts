import type { Address } from '../../domain/address.ts'
import { amountOf } from '../../domain/amount.ts'
import { NEW_WALLET } from '../../domain/claim.ts'
import { decidePurchase } from '../../domain/claim-checks.ts'
import { SEVERAL_COINS } from '../../domain/drop.ts'
import { type HumanProof, parseHumanProof } from '../../domain/human-check.ts'
import { type DropId, idOf } from '../../domain/ids.ts'
import { invariant } from '../../domain/invariant.ts'
import { createIntent, LAPSE_MEMORY_MS, type Purchase } from '../../domain/payment/create-intent.ts'
import { amountDue, type PaymentIntent } from '../../domain/payment/payment-intent.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseText } from '../../domain/text.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, DropState, DropStateQuery, Ports } from '../../ports/index.ts'
import { orConflict } from '../chain/chain-refusal.ts'
import { type Gathered, type Judgment, withFacts } from '../claims/with-facts.ts'
import { gateFor, type OutsideFacts } from '../gating/outside-facts.ts'
import { parseBuyer } from '../parse-input.ts'
import { readDrop } from '../read-records.ts'
import { type Settings, unpaidLimitOf } from '../settings.ts'
import { tooManyOpen, type UserLimits } from '../user-limits.ts'

/** What to buy, as the caller wrote it. Default: one item. */
export interface CreatePaymentIntentInput {
  readonly dropId: string
  readonly walletAddress: string
  readonly paymentMethod: string
  readonly quantity?: number | null | undefined
  /** Of the drop's human check, if it has one. */
  readonly humanProof?: string | null | undefined
}

type IntentPorts = Pick<
  Ports,
  'store' | 'chain' | 'clock' | 'ids' | 'prices' | 'ruleKinds' | 'humanChecks' | 'keyValues'
> & {
  readonly limits?: UserLimits | undefined
}

/** Holds items of a priced drop for a wallet during its time to pay. */
export async function createPaymentIntent(
  ports: IntentPorts,
  settings: Settings,
  outsideFacts: OutsideFacts,
  caller: Caller,
  input: CreatePaymentIntentInput,
): Promise<Result<PaymentIntent, Refusal>> {
  const wallet = parseBuyer(ports.chain, input.walletAddress, 'walletAddress')
  if (!wallet.ok) return wallet
  const method = parseMethod(ports.chain, input.paymentMethod)
  if (!method.ok) return method
  const quantity = input.quantity ?? 1
  if (!Number.isInteger(quantity) || quantity < 1) {
    return err(
      badInput('quantity', 'TOO_SMALL', 'quantity must be a whole number of at least 1', { least: 1 }),
    )
  }
  const given = parseHumanProof(input.humanProof)
  if (!given.ok) return given
  const drop = await readDrop(ports, caller, input.dropId)
  if (!drop) return err(notFound('Drop'))

  const mostOpen = ports.limits?.mostOpen(caller, 'intents') ?? null
  const order = { wallet: wallet.value, paymentMethod: method.value, quantity }
  const make = () =>
    withFacts(
      { ...ports, outsideFacts },
      {
        caller,
        wallet: wallet.value,
        proof: given.value,
        drop,
        useProof: ({ id }, proof) => useProof(ports, id, wallet.value, proof),
      },
      async ({ facts, proof }) => {
        const now = ports.clock.now()
        const query: DropStateQuery = {
          wallets: [wallet.value],
          heldItemsOf: wallet.value,
          openIntentsOf: caller.user.id,
          allOpenIntentsOf: mostOpen === null ? undefined : { userId: caller.user.id, most: mostOpen },
          unpaidOf: { wallet: wallet.value, payer: caller.user.id, since: now - LAPSE_MEMORY_MS },
          facts: { requests: facts?.storeRequests ?? [], now },
        }
        const changed = await ports.store.changeDrop(drop.id, query, (dropState) =>
          mostOpen !== null && dropState && dropState.allOpenIntents >= mostOpen
            ? refused(tooManyOpen('intents', dropState.allOpenIntents, mostOpen))
            : decide(ports, settings, caller, dropState, { ...order, facts, proof }),
        )
        invariant(changed.ok, 'an intent has no unique field of its own')
        return changed.value
      },
    )
  return ports.limits?.countingIntent(caller, drop.id, make) ?? make()
}

type Order = Pick<Purchase, 'wallet' | 'paymentMethod' | 'quantity'> & Gathered

const refused = (refusal: Refusal): Change<Judgment<PaymentIntent>> => ({
  result: { kind: 'answered', answer: err(refusal) },
})

function decide(
  ports: IntentPorts,
  settings: Settings,
  caller: Caller,
  dropState: DropState | null,
  order: Order,
): Change<Judgment<PaymentIntent>> {
  if (dropState?.drop.deletedAt !== null) return refused(notFound('Drop'))
  const { drop } = dropState
  if (drop.price === null) return refused(badInput('dropId', 'FREE_DROP', 'This drop is free'))
  const now = ports.clock.now()
  const walletState = dropState.walletStates.get(order.wallet) ?? NEW_WALLET
  const decision = decidePurchase(
    {
      drop,
      tally: drop.tally,
      walletState,
      paid: [],
      mostClaims: settings.claimsPerDrop,
      now,
      gate: gateFor(order.wallet, order.facts, dropState.facts, now, ports.ruleKinds),
      hash: nothingIsDrawn,
    },
    {
      operation: drop.award.kind === 'random' ? 'random' : 'claim',
      caller,
      claimer: order.wallet,
      amount: null,
      quantity: order.quantity,
      voucherLifetimeMs: 0,
      proof: order.proof,
    },
  )
  if (decision?.kind === 'facts_needed' || decision?.kind === 'proof_needed')
    return { result: { kind: decision.kind, drop } }
  if (decision?.kind === 'refused') return refused(decision.refusal)
  const { currency: code } = drop.price
  const currency = ports.prices.currencies().find((known) => known.code === code)
  if (!currency || drop.paymentCoin === SEVERAL_COINS) {
    const message = currency
      ? 'The coin of this drop’s currency was changed while it sold, so it cannot sell on'
      : `This drop sells in ${code}, which the service does not have`
    return refused(badInput('dropId', 'UNKNOWN_COIN', message, { currency: code }))
  }

  const uniquePart = ports.ids.next(now)
  const created = createIntent(
    drop,
    {
      ...order,
      id: idOf('intent', uniquePart),
      externalId: `pi_${uniquePart}`,
      caller,
      coinType: currency.coinType,
      recipient: ports.chain.treasuryAddress,
      lifetimeMs: settings.paymentLifetimeMs,
      openIntents: dropState.openIntents,
      claimCount: walletState.slots.length,
      heldItems: dropState.heldItems,
      unpaidOfWallet: dropState.unpaidOfWallet,
      unpaidOfPayer: dropState.unpaidOfPayer,
      unpaidLimit: unpaidLimitOf(settings),
    },
    now,
  )
  if (!created.ok) return refused(created.error)
  const { intent } = created.value
  return {
    result: { kind: 'answered', answer: ok(intent) },
    insert: { paymentIntents: [intent] },
    update: { drops: [created.value.drop] },
    effect: { kind: 'intent', id: intent.id },
    events: created.value.events,
    jobs: [{ kind: 'settle_intents', subject: drop.id, ownerId: drop.creatorId, dueAt: intent.expiresAt }],
  }
}

/**
 * Uses up a proof: an intent leaves no claim by which the rules could see that. One row per wallet and drop keeps the time
 * of the newest challenge that was used.
 */
async function useProof(
  { keyValues }: Pick<IntentPorts, 'keyValues'>,
  dropId: DropId,
  wallet: Address,
  proof: HumanProof | undefined,
): Promise<Refusal | undefined> {
  if (keyValues === undefined || proof?.kind !== 'verified') return undefined
  const { issuedAt } = proof
  const key = `human_proof/${dropId}/${wallet}`
  const isFresh = await keyValues.transact([key], (values) => {
    const fresh = issuedAt > Number(values.get(key) ?? 0)
    return { writes: fresh ? new Map([[key, String(issuedAt)]]) : new Map(), result: fresh }
  })
  return isFresh ? undefined : { kind: 'human_check_failed', reason: 'used' }
}

const nothingIsDrawn = (): never => {
  throw new Error('invariant broken: a purchase draws nothing')
}

/** Refuses a network on which payments are not watched. */
function parseMethod(chain: Ports['chain'], text: string): Result<string, Refusal> {
  const method = parseText(text, 'paymentMethod', { min: 1, max: 64 })
  if (!method.ok || chain.paymentMethods === null) return method
  if (chain.paymentMethods.includes(method.value.toUpperCase())) return method
  const known = chain.paymentMethods
  return err(
    badInput(
      'paymentMethod',
      'UNKNOWN_VALUE',
      `Payments are watched on ${known.join(', ')}, not on ${method.value}`,
      {
        known,
      },
    ),
  )
}

/**
 * The unsigned transaction, base64, with which an intent's wallet pays exactly the amount due, with the intent's id as
 * memo. Pays the current treasury, even if it was changed after the intent was made. Null unless the intent is open: after
 * a transaction was named, a second one would pay twice. Every caller who may read the intent may request it.
 */
export async function paymentTransaction(
  { chain, clock }: Pick<Ports, 'chain' | 'clock'>,
  intent: PaymentIntent,
): Promise<Result<string | null, Refusal>> {
  if (intent.state.kind !== 'PENDING' || clock.now() >= intent.expiresAt) return ok(null)
  const { coinType, externalId: memo, wallet } = intent
  const to = chain.treasuryAddress
  return orConflict(
    await chain.preparePayment({ coinType, amount: amountOf(amountDue(intent)), to, memo }, wallet),
  )
}
