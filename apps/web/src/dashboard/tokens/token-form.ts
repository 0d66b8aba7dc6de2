import { MAX_AMOUNT, MAX_DECIMALS } from '@dropkit/core/internal'
import type { CreateTokenInput } from '../../api/generated/operations.ts'
import { inBaseUnits, inWholeTokens } from '../../words/amount.ts'
import { inTokens } from '../../words/messages/tokens.ts'

/** The typed values of a new token. Amounts are in whole tokens. */
export interface TokenForm {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly supply: string
  readonly description: string
  readonly imageUrl: string | null
  /** `0xPACKAGE::module::TYPE` of an existing coin. Null for a new token. */
  readonly coinType: string | null
  readonly publicSale: string
  readonly creator: string
}

export const emptyTokenForm: TokenForm = {
  name: '',
  symbol: '',
  decimals: 9,
  supply: '',
  description: '',
  imageUrl: null,
  coinType: null,
  publicSale: '',
  creator: '',
}

/** Error messages by the name of the input field. */
export type TokenErrors = Readonly<Partial<Record<keyof CreateTokenInput, string>>>

/** The part of the supply that is left for drops, in base units. Undefined until the amounts are valid. */
export function leftForDrops(form: TokenForm): string | undefined {
  const [supply, publicSale, creator] = [form.supply, form.publicSale || '0', form.creator || '0'].map(
    (typed) => inBaseUnits(typed, form.decimals),
  )
  if (supply === undefined || publicSale === undefined || creator === undefined) return undefined
  const left = BigInt(supply) - BigInt(publicSale) - BigInt(creator)
  return left < 0n ? undefined : left.toString()
}

export function stepErrors(form: TokenForm): TokenErrors {
  const { decimals } = form
  const errors: { -readonly [Field in keyof TokenErrors]: string } = {}
  if (form.name.trim() === '') errors.name = inTokens('enterName')
  if (!/^[A-Za-z0-9_$.-]{1,32}$/.test(form.symbol.trim())) errors.symbol = inTokens('symbolForm')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS)
    errors.decimals = inTokens('wholeNumberFrom0', { MAX_DECIMALS })
  const supply = amountError(form.supply, decimals)
  if (supply !== undefined) errors.supply = supply
  if (form.coinType !== null) {
    if (!/^0x[0-9a-f]{1,64}::\w+::\w+/i.test(form.coinType.trim()))
      errors.coinType = inTokens('coinTypeLooksLike')
    return errors
  }
  const publicSale = form.publicSale === '' ? undefined : amountError(form.publicSale, decimals, 0n)
  if (publicSale !== undefined) errors.publicSaleReserve = publicSale
  const creator = form.creator === '' ? undefined : amountError(form.creator, decimals, 0n)
  if (creator !== undefined) errors.creatorReserve = creator
  const isWhole = supply === undefined && publicSale === undefined && creator === undefined
  if (isWhole && leftForDrops(form) === undefined) errors.creatorReserve = inTokens('moreThanWholeSupply')
  return errors
}

function amountError(typed: string, decimals: number, least = 1n): string | undefined {
  const amount = inBaseUnits(typed, decimals)
  if (amount === undefined)
    return decimals === 0 ? inTokens('wholeNumberThisToken') : inTokens('numberWithAtMost', { decimals })
  if (BigInt(amount) < least) return inTokens('mustBePositive')
  if (BigInt(amount) > MAX_AMOUNT)
    return inTokens('atMostAmountFewer', { amount: inWholeTokens(MAX_AMOUNT, decimals) })
  return undefined
}

/** Converts a valid form to the API's input. */
export function inputOf(form: TokenForm): CreateTokenInput {
  const { decimals, imageUrl } = form
  const amount = (typed: string) => inBaseUnits(typed, decimals) ?? '0'
  const isNew = form.coinType === null
  return {
    name: form.name.trim(),
    symbol: form.symbol.trim(),
    decimals,
    supply: amount(form.supply),
    imageUrl,
    description: form.description.trim() === '' ? null : form.description.trim(),
    ...(form.coinType === null ? {} : { coinType: form.coinType.trim() }),
    ...(isNew && form.publicSale !== '' ? { publicSaleReserve: amount(form.publicSale) } : {}),
    ...(isNew && form.creator !== '' ? { creatorReserve: amount(form.creator) } : {}),
  }
}
