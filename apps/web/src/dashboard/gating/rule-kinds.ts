/** A kind of rule as people choose and read it. Others may exist: they are shown as they are written. */
export interface KindWords {
  readonly key: string
  readonly name: string
  readonly explanation: string
  /** Operators in the order in which they are offered, each as it stands in the sentence. */
  readonly operators: readonly { readonly value: string; readonly label: string }[]
  /** What a new rule begins with. */
  readonly first: { readonly operator: string; readonly value: string }
}

const AMOUNTS = [
  { value: '>=', label: 'at least' },
  { value: '>', label: 'more than' },
  { value: '<=', label: 'at most' },
  { value: '<', label: 'less than' },
  { value: '==', label: 'exactly' },
  { value: '!=', label: 'anything but' },
] as const

export const KINDS: readonly KindWords[] = [
  {
    key: 'wallet_allowlist',
    name: 'On a list',
    explanation: 'Wallets that you name, or upload as a file',
    operators: [
      { value: 'in', label: 'is on the list' },
      { value: 'not_in', label: 'is not on the list' },
    ],
    first: { operator: 'in', value: '' },
  },
  {
    key: 'token_balance',
    name: 'Holds tokens',
    explanation: 'Wallets that hold an amount of a coin',
    operators: AMOUNTS,
    first: { operator: '>=', value: '' },
  },
  {
    key: 'nft_ownership',
    name: 'Owns an NFT',
    explanation: 'Wallets that own pieces of a collection',
    operators: AMOUNTS,
    first: { operator: '>=', value: ':1' },
  },
  {
    key: 'claimed_drop',
    name: 'Claimed from another drop',
    explanation: 'Wallets that have, or have not, claimed from another drop',
    operators: [
      { value: '==', label: 'has claimed from' },
      { value: '!=', label: 'has not claimed from' },
    ],
    first: { operator: '==', value: '' },
  },
  {
    key: 'claim_count',
    name: 'Claims here',
    explanation: 'Wallets by how often they have claimed from this drop',
    operators: AMOUNTS,
    first: { operator: '<=', value: '0' },
  },
  {
    key: 'account_age_days',
    name: 'Account age',
    explanation: 'Wallets whose account has a minimum age',
    operators: AMOUNTS,
    first: { operator: '>=', value: '30' },
  },
]

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The kind that a key names in any of its spellings. */
export const kindOf = (key: string): KindWords | undefined =>
  KINDS.find((kind) => bare(kind.key) === bare(key))

/** Other spellings of operators that the service reads. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '=': '==',
  eq: '==',
  neq: '!=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  notin: 'not_in',
  in: 'in',
}

/** The one spelling of an operator in which it is offered. */
export const operatorOf = (operator: string): string =>
  SPELLINGS[operator.toLowerCase().replace(/[\s_-]/g, '')] ?? operator
