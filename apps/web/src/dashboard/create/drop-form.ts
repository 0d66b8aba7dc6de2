import { inWholeUnits } from '@dropkit/core'
import type {
  Admission,
  ClaimAccess,
  ClaimDelivery,
  ClaimType,
  DropType,
  HumanCheck,
  Randomness,
  TokenRowFragment,
} from '../../api/generated/operations.ts'
import { dollars, inBaseUnits, measureOf } from '../../words/amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import { readCount } from '../drop-fields/read-inputs.ts'
import { type Gating, NO_RULES } from '../gating/rules.ts'

/** The values of the form for a new drop. Numbers are stored as typed. */
export interface DropForm {
  readonly type: DropType
  readonly token: TokenRowFragment | null
  readonly title: string
  readonly description: string
  readonly imageUrl: string | null
  /** Null: derived from the title. */
  readonly shortcode: string | null
  readonly award: 'fixed' | 'open' | 'random'
  /** How random amounts are drawn. */
  readonly randomness: Randomness
  /** Whole tokens per claim, if all claims get the same amount. */
  readonly each: string
  /** The number of items; required if all claims get the same amount. */
  readonly items: string
  /** Whole tokens in total, if claims get different amounts. */
  readonly pool: string
  /** How items are assigned if there are too few. */
  readonly admission: Admission
  readonly claimType: ClaimType
  readonly maxPerWallet: string
  readonly isPriced: boolean
  /** The price of one item, in whole units of the currency. */
  readonly price: string
  /** Null: the first currency of the server. */
  readonly currency: string | null
  readonly opening: 'now' | 'later' | 'draft'
  /** `2026-11-22 15:30:00` in the user's time zone. */
  readonly startsAt: string | null
  readonly claimDeadline: string | null
  /** For a lottery, in the format of `startsAt`. */
  readonly entriesCloseAt: string | null
  /** For a lottery: how long the winners may claim. */
  readonly claimWindowSeconds: number
  readonly claimAccess: ClaimAccess
  /** Whether only holders of a claim link can claim. */
  readonly isLinkOnly: boolean
  readonly delivery: ClaimDelivery
  readonly humanCheck: HumanCheck
  /** As typed: the origins that may embed the claim page. */
  readonly embedOrigins: string
  readonly gating: Gating
}

export const EMPTY_FORM: DropForm = {
  type: 'TOKEN',
  token: null,
  title: '',
  description: '',
  imageUrl: null,
  shortcode: null,
  award: 'fixed',
  randomness: 'INSTANT',
  each: '',
  items: '',
  pool: '',
  admission: 'FIRST_COME',
  claimType: 'REGULAR',
  maxPerWallet: '',
  isPriced: false,
  price: '',
  currency: null,
  opening: 'now',
  startsAt: null,
  claimDeadline: null,
  entriesCloseAt: null,
  claimWindowSeconds: 86_400,
  claimAccess: 'OPEN',
  isLinkOnly: false,
  delivery: 'WALLET',
  humanCheck: 'NONE',
  embedOrigins: '',
  gating: NO_RULES,
}

/** How much a drop gives out, in base units. Undefined if the typed text is not a valid number (yet). */
interface AwardTerms {
  readonly each: bigint | undefined
  readonly pool: bigint | undefined
  /** Null: as many as the pool allows. */
  readonly items: number | null | undefined
}

/** Whether a public beacon decides the amounts. */
export const isByBeacon = ({ award, randomness }: Pick<DropForm, 'award' | 'randomness'>): boolean =>
  award === 'random' && randomness === 'BEACON'

/** Whether the drop needs a fixed number of items. */
export const needsItems = (form: Pick<DropForm, 'award' | 'randomness' | 'admission'>): boolean =>
  form.award === 'fixed' || isByBeacon(form) || form.admission === 'LOTTERY'

type Asked = Pick<DropForm, 'type' | 'token' | 'award' | 'each' | 'items' | 'pool'>

export function awardTerms(form: Asked): AwardTerms {
  const { decimals } = measureOf(form)
  const items = readCount(form.items)
  const typedPool = asAmount(form.pool, decimals)
  if (form.award !== 'fixed') return { each: undefined, pool: typedPool, items }
  const each = form.type === 'NFT' && form.each.trim() === '' ? 1n : asAmount(form.each, decimals)
  const pool = each === undefined || items == null ? undefined : each * BigInt(items)
  return { each, pool, items }
}

function asAmount(typed: string, decimals: number): bigint | undefined {
  const baseUnits = inBaseUnits(typed, decimals)
  return baseUnits === undefined ? undefined : BigInt(baseUnits)
}

/** In the API's format: null if claimers choose the amount, `0` for random amounts. */
export function tokenAmountOf(form: Asked): string | null {
  if (form.award === 'open') return null
  return form.award === 'random' ? '0' : String(awardTerms(form).each)
}

/** Whether the drop is claimed by link only. Only free drops can use claim links. */
export const isByLink = ({ isLinkOnly, isPriced }: Pick<DropForm, 'isLinkOnly' | 'isPriced'>): boolean =>
  isLinkOnly && !isPriced

/** The server always delivers random amounts, whatever the drop's setting is. */
export const deliveryOf = ({ award, delivery }: Pick<DropForm, 'award' | 'delivery'>): ClaimDelivery =>
  award === 'random' ? 'WALLET' : delivery

/**
 * Sets the admission. A lottery excludes a price, claim links and amounts that claimers choose, and each wallet wins at
 * most once.
 */
export const withAdmission = (
  { award, claimType }: Pick<DropForm, 'award' | 'claimType'>,
  admission: Admission,
): Partial<DropForm> =>
  admission === 'FIRST_COME'
    ? { admission }
    : {
        admission,
        award: award === 'open' ? 'fixed' : award,
        claimType: claimType === 'STREAK' ? 'REGULAR' : claimType,
        maxPerWallet: '',
        isPriced: false,
        isLinkOnly: false,
      }

const MAX_LENGTH = 48

/** Derives a shortcode from a title: `Spring drop!` → `spring-drop`. Empty if the title has no usable characters. */
export const suggestedShortcode = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')

/** The shortcodes that other drops use, in lower case, each with the one to use instead. */
export type TakenShortcodes = ReadonlyMap<string, string>

/** The typed shortcode, otherwise one derived from the title that is not taken. Empty if both are empty. */
export function shortcodeOf(
  { shortcode, title }: Pick<DropForm, 'shortcode' | 'title'>,
  taken: TakenShortcodes,
): string {
  if (shortcode !== null) return shortcode
  let free = suggestedShortcode(title)
  for (let other = taken.get(free); other !== undefined; other = taken.get(free)) free = other
  return free
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const atRandom = (below: number): number => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return random % below
}

/**
 * An alternative to a shortcode that is taken: appends four characters, chosen by `pick`, which returns a number from 0 to
 * below its argument.
 */
export function otherShortcode(taken: string, pick = atRandom): string {
  const end = Array.from({ length: 4 }, () => LETTERS[pick(LETTERS.length)]).join('')
  return `${taken.slice(0, MAX_LENGTH)}-${end}`
}

/** A typed price in US dollars, for display: `about $8.75`. Undefined if the price is invalid or no rate is known. */
export function inDollars(
  typed: string,
  { decimals, usdRate }: { readonly decimals: number; readonly usdRate: number },
): string | undefined {
  const atomic = inBaseUnits(typed, decimals)
  if (atomic === undefined || atomic === '0' || usdRate <= 0) return undefined
  return inCreate('aboutDollars', { dollars: dollars(Number(inWholeUnits(atomic, decimals)) * usdRate) })
}
