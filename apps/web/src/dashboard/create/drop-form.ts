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
