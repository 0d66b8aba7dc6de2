import { inWebhooks } from '../../words/messages/webhooks.ts'
export const AREA_WORDS: Readonly<Record<string, string>> = {
  drop: inWebhooks('drops'),
  claim: inWebhooks('claims'),
  payment: inWebhooks('payments'),
  refund: inWebhooks('refunds'),
  token: inWebhooks('tokens'),
  lottery: inWebhooks('lotteries'),
  gating: inWebhooks('whoMayClaim'),
  webhook: inWebhooks('webhooks'),
}

/** The events that a webhook receives, in one line. */
export function eventsInWords(patterns: readonly string[]): string {
  if (patterns.includes('*')) return inWebhooks('everything')
  return patterns
    .map((pattern) =>
      pattern.endsWith('.*')
        ? inWebhooks('allOfArea', { area: AREA_WORDS[pattern.slice(0, -2)] ?? pattern })
        : pattern,
    )
    .join(', ')
}
