import type { WebhookAnswer, WebhookMessage, WebhookSender } from '@dropkit/core'
import { toBase64 } from '../doubles/base64.ts'
import type { Chance } from './chance.ts'
import { demandEqual } from './violation.ts'
import type { Weather } from './weather.ts'

/** Who is sent webhooks. They may fail, and they remember what they have taken. */
export interface Receivers {
  readonly sender: WebhookSender
  /** By URL, then by event id: the text that was taken with a good answer. */
  readonly taken: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export function createReceivers(weather: Weather, chance: Chance): Receivers {
  const seen = new Map<string, string>()
  const taken = new Map<string, Map<string, string>>()

  function receive({ url, id, body }: WebhookMessage): WebhookAnswer {
    const earlier = seen.get(`${url} ${id}`)
    if (earlier !== undefined) demandEqual(body, earlier, 'a webhook is the same at every attempt', id)
    seen.set(`${url} ${id}`, body)
    const isWell = weather.isCalm || !chance.happens(0.1)
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
