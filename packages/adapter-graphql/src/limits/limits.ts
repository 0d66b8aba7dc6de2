/** What one request may ask for at most. Each refusal names the limit, its value and what was asked. */
export const LIMITS = {
  bodyBytes: 14 * 1024 * 1024,
  queryBytes: 64 * 1024,
  queryTokens: 5_000,
  /** Brackets inside of each other, of whatever kind: the parser calls itself for each. */
  queryNesting: 200,
  queryFragments: 100,
  /** Selections that are looked at to find fields that conflict; a fragment counts wherever it is spread. */
  fieldComparisons: 20_000,
  queryDepth: 10,
  introspectionDepth: 15,
  /** Objects that the answer could hold. */
  queryCost: 20_000,
  /** Of the answer, as JSON. */
  answerBytes: 4 * 1024 * 1024,
  /** Values and names that the body holds, about: a little more than the longest list that is allowed. */
  bodyValues: 110_000,
  /** The same of the schema's description: twice what tools ask for. */
  introspectionCost: 100_000,
  /** Transactions that the chain is asked to prepare for fields of intents. */
  paymentTransactions: 5,
} as const
