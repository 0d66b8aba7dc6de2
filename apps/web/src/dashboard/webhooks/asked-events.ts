export const AREA_WORDS: Readonly<Record<string, string>> = {
  drop: 'Drops',
  claim: 'Claims',
  payment: 'Payments',
  refund: 'Refunds',
  token: 'Tokens',
  lottery: 'Lotteries',
  gating: 'Who may claim',
  webhook: 'Webhooks',
}

/** What a webhook asks for, in a line. */
export function eventsInWords(patterns: readonly string[]): string {
  if (patterns.includes('*')) return 'Everything'
  return patterns
    .map((pattern) =>
      pattern.endsWith('.*') ? `${AREA_WORDS[pattern.slice(0, -2)] ?? pattern}: all` : pattern,
    )
    .join(', ')
}
