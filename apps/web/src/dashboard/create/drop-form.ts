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

/** Everything that is asked before a drop is launched. Numbers stand as they were typed. */
export interface DropForm {
  readonly type: DropType
  readonly token: TokenRowFragment | null
  readonly title: string
  readonly description: string
  readonly imageUrl: string | null
  /** Null: as it follows from the title. */
  readonly shortcode: string | null
  readonly award: 'fixed' | 'open' | 'random'
  /** How random amounts are drawn. */
  readonly randomness: Randomness
  /** Whole tokens that each claim gets, where all get the same. */
  readonly each: string
  /** How many items there are; needed where all get the same. */
  readonly items: string
  /** Whole tokens in all, where claims differ. */
  readonly pool: string
  /** Who gets an item if there are too few. */
  readonly admission: Admission
  readonly claimType: ClaimType
  readonly maxPerWallet: string
  readonly isPriced: boolean
  /** Of one item, in whole units of the currency. */
  readonly price: string
  /** Null: the service's first. */
  readonly currency: string | null
  readonly opening: 'now' | 'later' | 'draft'
  /** `2026-11-22 15:30:00` on the visitor's own clock. */
  readonly startsAt: string | null
  readonly claimDeadline: string | null
  /** Of a lottery, as `startsAt`. */
  readonly entriesCloseAt: string | null
  /** How long the winners of a lottery may claim. */
  readonly claimWindowSeconds: number
  readonly claimAccess: ClaimAccess
  /** Whether only people with a claim link can claim. */
  readonly isLinkOnly: boolean
  readonly delivery: ClaimDelivery
  readonly humanCheck: HumanCheck
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
  gating: NO_RULES,
}
