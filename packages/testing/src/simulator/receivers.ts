import type { WebhookAnswer, WebhookMessage, WebhookSender } from '@dropkit/core'
import { toBase64 } from '../doubles/base64.ts'
import type { Chance } from './chance.ts'
import type { Faults } from './faults.ts'
import { demandEqual } from './violation.ts'

/** Receivers of webhooks. They may fail, and they remember accepted deliveries. */
export interface Receivers {
  readonly sender: WebhookSender
  /** The accepted texts, by URL and then by event id. */
  readonly taken: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export function createReceivers(faults: Faults, chance: Chance): Receivers {
  const seen = new Map<string, string>()
  const taken = new Map<string, Map<string, string>>()

  function receive({ url, id, body }: WebhookMessage): WebhookAnswer {
    const earlier = seen.get(`${url} ${id}`)
    if (earlier !== undefined) demandEqual(body, earlier, 'a webhook is the same at every attempt', id)
    seen.set(`${url} ${id}`, body)
    const isWell = faults.areOver || !chance.happens(0.1)
    if (isWell) taken.set(url, (taken.get(url) ?? new Map<string, string>()).set(id, body))
    return { kind: 'answered', statusCode: isWell ? 200 : 503, retryAfterMs: null, durationMs: 5 }
  }

  return {
    taken,
    sender: {
      send: async (message) => receive(message),
      secretFrom: (entropy) => `whsec_${toBase64(entropy)}`,
      objection: () => undefined,
    },
  }
}
