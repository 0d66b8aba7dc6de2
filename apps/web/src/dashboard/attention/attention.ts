interface Payment {
  readonly id: string
  readonly status: string
  readonly drop: {
    readonly id: string
    readonly title: string
    readonly creator: { readonly id: string }
  } | null
  readonly refunds: readonly { readonly status: string }[]
}

/** What needs the owner's attention on one drop. */
export interface DropAttention {
  readonly dropId: string
  readonly title: string
  readonly toReview: number
  readonly failedRefunds: number
}

/** The owner's drops with payments that need a decision or refunds that have failed. A payment may be listed twice. */
export function attentionOf(payments: readonly Payment[], ownerId: string): readonly DropAttention[] {
  const drops = new Map<string, DropAttention>()
  for (const { drop, status, refunds } of new Map(payments.map((each) => [each.id, each])).values()) {
    if (drop === null || drop.creator.id !== ownerId) continue
    const toReview = status === 'REQUIRES_REVIEW' ? 1 : 0
    const failedRefunds = refunds.filter((refund) => refund.status === 'FAILED').length
    if (toReview + failedRefunds === 0) continue
    const known = drops.get(drop.id)
    drops.set(drop.id, {
      dropId: drop.id,
      title: drop.title,
      toReview: toReview + (known?.toReview ?? 0),
      failedRefunds: failedRefunds + (known?.failedRefunds ?? 0),
    })
  }
  return [...drops.values()]
}

interface Deliveries {
  readonly drops: readonly {
    readonly id: string
    readonly title: string
    readonly tokenBalance: string | null
    readonly remainingBalance: string
  }[]
  readonly webhooks: readonly {
    readonly id: string
    readonly url: string
    readonly failingSince: string | null
  }[]
}

/** What the server cannot deliver before its owner does something. */
export interface StuckDeliveries {
  readonly drops: readonly { readonly id: string; readonly title: string }[]
  readonly webhooks: readonly { readonly id: string; readonly url: string }[]
}

/** The drops whose vault holds less than what is left to give out, and the webhooks whose last attempt failed. */
export const stuckDeliveriesOf = ({ drops, webhooks }: Deliveries): StuckDeliveries => ({
  drops: drops.filter(
    ({ tokenBalance, remainingBalance }) => vaultStateOf(tokenBalance, remainingBalance).kind === 'lacking',
  ),
  webhooks: webhooks.filter(({ failingSince }) => failingSince !== null),
})

/** How the balance of a drop's vault compares with the amount that is still to be given out. */
export type VaultState =
  /** There is no vault yet, or the chain does not answer. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'full'; readonly balance: bigint }
  | { readonly kind: 'lacking'; readonly balance: bigint; readonly lacks: bigint }

/** Amounts are in base units. */
export function vaultStateOf(tokenBalance: string | null, remainingBalance: string): VaultState {
  if (tokenBalance === null) return { kind: 'unknown' }
  const balance = BigInt(tokenBalance)
  const lacks = BigInt(remainingBalance) - balance
  return lacks > 0n ? { kind: 'lacking', balance, lacks } : { kind: 'full', balance }
}
