import { idOfClaim } from '../domain/claim.ts'
import type { Result } from '../domain/result.ts'
import type { ChangeSet, Effect, IdempotencyLease, Store, UniqueConflict } from '../ports/index.ts'

/**
 * The store as one request with an Idempotency-Key sees it: the first of its changes that writes anything also says,
 * in the same transaction, that the request took effect. Use cases need not know.
 */
export function idempotentStore(store: Store, lease: IdempotencyLease): Store {
  let isNoted = false

  function withReceipt<C extends ChangeSet>(change: C): C {
    const effect = isNoted ? undefined : effectOf(change)
    return effect ? { ...change, idempotency: [{ lease, effect }] } : change
  }

  /** Only what was committed counts: a decision may be made several times, and a change may fail. */
  async function noting<T>(
    change: (receipt: typeof withReceipt) => Promise<Result<T, UniqueConflict>>,
  ): Promise<Result<T, UniqueConflict>> {
    let hasReceipt = false
    const result = await change((decided) => {
      const receipted = withReceipt(decided)
      hasReceipt = receipted.idempotency !== undefined
      return receipted
    })
    isNoted ||= result.ok && hasReceipt
    return result
  }

  return {
    ...store,
    changeDrop: (id, question, decide) =>
      noting((receipt) => store.changeDrop(id, question, (dropState) => receipt(decide(dropState)))),
    changeToken: (id, decide) =>
      noting((receipt) => store.changeToken(id, (token) => receipt(decide(token)))),
    changeUser: (id, decide) =>
      noting((receipt) => store.changeUser(id, (user, webhooks) => receipt(decide(user, webhooks)))),
    changeWebhook: (id, decide) =>
      noting((receipt) => store.changeWebhook(id, (webhook) => receipt(decide(webhook)))),
    changeUnmatchedPayment: (id, decide) =>
      noting((receipt) => store.changeUnmatchedPayment(id, (payment) => receipt(decide(payment)))),
    changeApiKey: (id, decide) => noting((receipt) => store.changeApiKey(id, (key) => receipt(decide(key)))),
    changeFile: (file, decide) =>
      noting((receipt) => store.changeFile(file, (own, other) => receipt(decide(own, other)))),
    create: (change) => noting((receipt) => store.create(receipt(change))),
  }
}

/** The record that a change is about: what it makes, else what it changes; undefined when it writes none. */
function effectOf({ insert = {}, update = {}, shownOnce, ...change }: ChangeSet): Effect | undefined {
  const { webhook, file } = change as { readonly webhook?: WithId | 'removed'; readonly file?: 'removed' }
  if (webhook === 'removed') return { kind: 'webhook', id: '' }
  if (webhook) return effect('webhook', webhook)
  if (file === 'removed') return { kind: 'file', id: '' }
  const main = mainRecordOf(insert) ?? mainRecordOf(update)
  return main && shownOnce !== undefined ? { ...main, shownOnce } : main
}

interface WithId {
  readonly id: string
}

const effect = (kind: string, record: WithId | undefined): Effect | undefined =>
  record && { kind, id: record.id }

const entryOf = (entries: NonNullable<ChangeSet['insert']>['lotteryEntries']): WithId | undefined =>
  entries?.[0] && { id: entries[0].wallet }

/** A drop comes last: its counters change along with whatever happens on it. */
function mainRecordOf(records: Omit<NonNullable<ChangeSet['insert']>, 'usedPayments'>): Effect | undefined {
  const [claim] = records.claims ?? []
  if (claim) return { kind: 'claim', id: idOfClaim(claim) }
  return (
    effect('link', records.claimLinks?.[0]) ??
    effect('entry', entryOf(records.lotteryEntries)) ??
    effect('refund', records.refunds?.[0]) ??
    effect('payout', records.payouts?.[0]) ??
    effect('intent', records.paymentIntents?.[0]) ??
    effect('webhook', records.webhooks?.[0]) ??
    effect('unmatched', records.unmatchedPayments?.[0]) ??
    effect('exemption', records.exemptions?.[0]) ??
    effect('file', records.files?.[0]) ??
    effect('token', records.tokens?.[0]) ??
    effect('key', records.apiKeys?.[0]) ??
    effect('user', records.users?.[0]) ??
    effect('drop', records.drops?.[0])
  )
}
