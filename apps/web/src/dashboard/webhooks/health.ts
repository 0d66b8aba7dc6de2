import type { WebhookDeliveryStatus } from '../../api/generated/operations.ts'

export type Health = 'off' | 'new' | 'working' | 'sending' | 'failing'

/** The state of a webhook by its last attempted delivery. `deliveries` are sorted newest first. */
export function healthOf({
  isActive,
  deliveries,
}: {
  readonly isActive: boolean
  readonly deliveries: readonly {
    readonly status: WebhookDeliveryStatus
    readonly error: string | null
  }[]
}): Health {
  if (!isActive) return 'off'
  const tried = deliveries.find(({ status, error }) => status !== 'PENDING' || error !== null)
  if (tried === undefined) return deliveries.length === 0 ? 'new' : 'sending'
  return tried.status === 'DELIVERED' ? 'working' : 'failing'
}
