interface Payment {
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

/** The owner's drops with payments that need a decision or refunds that have failed. */
export function attentionOf(payments: readonly Payment[], ownerId: string): readonly DropAttention[] {
  const drops = new Map<string, DropAttention>()
  for (const { drop, status, refunds } of payments) {
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
