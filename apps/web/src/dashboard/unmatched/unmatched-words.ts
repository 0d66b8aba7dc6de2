/** Why a payment belongs to no order, in a sentence. */
export const WHY_UNMATCHED: Readonly<Record<string, string>> = {
  NO_INTENT: 'No order of this wallet waited for this amount.',
  SEVERAL_INTENTS: 'Several orders of this wallet waited for this amount.',
  NOT_TAKEN: 'The order that it names cannot take it.',
}
