/** The parts of a `token_balance` value. A null `coinType` means the drop's own token. */
export interface BalanceValue {
  readonly coinType: string | null
  /** In base units. The text as typed if it is not a number. */
  readonly amount: string
}

export function readBalance(value: string): BalanceValue {
  const separator = value.search(/(?<!:):(?!:)/)
  if (separator !== -1) return { coinType: value.slice(0, separator), amount: value.slice(separator + 1) }
  // A coin without an amount yet.
  return value.includes('::') ? { coinType: value, amount: '' } : { coinType: null, amount: value }
}

export const writeBalance = ({ coinType, amount }: BalanceValue): string =>
  coinType === null ? amount : `${coinType}:${amount}`

/** The parts of an `nft_ownership` value. */
export interface OwnershipValue {
  readonly type: string
  readonly count: string
}

export function readOwnership(value: string): OwnershipValue {
  const separator = value.search(/(?<!:):(?!:)(?=\d*\s*$)/)
  return separator === -1
    ? { type: value, count: '1' }
    : { type: value.slice(0, separator), count: value.slice(separator + 1) }
}

export const writeOwnership = ({ type, count }: OwnershipValue): string => `${type}:${count}`

/** A `wallet_allowlist` value: addresses in the value itself, or the URL of an uploaded list. */
export type ListValue =
  | { readonly kind: 'inline'; readonly addresses: readonly string[] }
  | { readonly kind: 'file'; readonly url: string }

const FILE_PREFIX = 'file:'

export function readList(value: string): ListValue {
  const text = value.trim()
  if (text.startsWith(FILE_PREFIX)) return { kind: 'file', url: text.slice(FILE_PREFIX.length).trim() }
  const parts = text.split(',').map((part) => part.trim())
  return { kind: 'inline', addresses: parts.filter((part) => part !== '') }
}

export const writeList = (list: ListValue): string =>
  list.kind === 'file' ? `${FILE_PREFIX}${list.url}` : list.addresses.join(',')
