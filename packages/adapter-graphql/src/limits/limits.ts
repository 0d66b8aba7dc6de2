/** The limits of one request. Each error names the limit, its value and the requested value. */
export const LIMITS = {
  bodyBytes: 14 * 1024 * 1024,
  queryBytes: 64 * 1024,
  queryTokens: 5_000,
  /** Nested brackets of any kind. The parser is recursive. */
  queryNesting: 200,
  queryFragments: 100,
  /** Selections that are visited to find conflicting fields. A fragment counts at each spread. */
  fieldComparisons: 20_000,
  queryDepth: 10,
  introspectionDepth: 15,
  /** Objects that the answer could contain. */
  queryCost: 20_000,
  /** The size of the answer as JSON. */
  answerBytes: 4 * 1024 * 1024,
  /** Approximate number of values and names in the body: a little more than the longest allowed list has. */
  bodyValues: 110_000,
  /** Objects in the schema's description: twice the number that tools ask for. */
  introspectionCost: 100_000,
  /** Transactions that the chain prepares for fields of payment intents. */
  paymentTransactions: 5,
} as const
