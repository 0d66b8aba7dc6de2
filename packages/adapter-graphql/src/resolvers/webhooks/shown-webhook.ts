import type { Webhook, WebhookWithSecret } from '@dropkit/core'

/** A webhook as an answer shows it: its secret only when it was made a moment ago. */
export interface ShownWebhook {
  readonly webhook: Webhook
  readonly secret: string | null
}

export const withoutSecret = (webhook: Webhook): ShownWebhook => ({ webhook, secret: null })

export const withSecret = ({ webhook, secret }: WebhookWithSecret): ShownWebhook => ({ webhook, secret })
