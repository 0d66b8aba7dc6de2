import type { BeaconChain } from './beacon.ts'
import type { Drop } from './drop.ts'
import { parseInstant } from './drop-terms.ts'
import { DAY_MS, type Instant, toIso } from './instant.ts'
import type { Admission, Lottery } from './lottery.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import { parseChoice } from './text.ts'

const parseAdmission = parseChoice<Admission>('admission', ['FIRST_COME', 'LOTTERY'])

const DEFAULT_CLAIM_WINDOW_SECONDS = 86_400
const LEAST_CLAIM_WINDOW_SECONDS = 60
const MOST_CLAIM_WINDOW_SECONDS = 2_592_000

/** The input that decides how a drop admits claimers. */
export interface LotteryInput {
  /** Default: FIRST_COME. */
  readonly admission?: Admission | null | undefined
  /** Required with LOTTERY: wallets may enter until then. */
  readonly entriesCloseAt?: Instant | null | undefined
  /** With LOTTERY: how long admitted wallets may claim. Default: one day. */
  readonly claimWindowSeconds?: number | null | undefined
}

/** Parses the requested lottery; `before` is the drop's current lottery. */
export function parseLottery(
  input: LotteryInput,
  before: Lottery | null,
  chain: BeaconChain | null,
): Result<Lottery | null, Refusal> {
  const admission = parseAdmission(input.admission ?? (before === null ? 'FIRST_COME' : 'LOTTERY'))
  if (!admission.ok) return admission
  if (admission.value === 'FIRST_COME') {
    for (const field of ['entriesCloseAt', 'claimWindowSeconds'] as const)
      if (input[field] != null)
        return err(badInput(field, 'NOT_FOR_THIS_DROP', `${field} is only for drops with admission LOTTERY`))
    return ok(null)
  }
  if (chain === null)
    return err(
      badInput(
        'admission',
        'NOT_ON_THIS_SERVICE',
        'This service has no randomness beacon, which LOTTERY needs; use FIRST_COME',
      ),
    )
  const entriesCloseAt = parseInstant(input.entriesCloseAt ?? before?.entriesCloseAt, 'entriesCloseAt')
  if (!entriesCloseAt.ok) return entriesCloseAt
  if (entriesCloseAt.value === null)
    return err(badInput('entriesCloseAt', 'REQUIRED', 'A drop with admission LOTTERY needs entriesCloseAt'))
  const seconds =
    input.claimWindowSeconds ?? (before ? before.claimWindowMs / 1_000 : DEFAULT_CLAIM_WINDOW_SECONDS)
  const isWindow =
    Number.isInteger(seconds) && seconds >= LEAST_CLAIM_WINDOW_SECONDS && seconds <= MOST_CLAIM_WINDOW_SECONDS
  if (!isWindow) {
    const bounds = `${LEAST_CLAIM_WINDOW_SECONDS} to ${MOST_CLAIM_WINDOW_SECONDS}`
    return err(
      badInput(
        'claimWindowSeconds',
        'OUT_OF_RANGE',
        `claimWindowSeconds must be a whole number from ${bounds} (${MOST_CLAIM_WINDOW_SECONDS / (DAY_MS / 1_000)} days)`,
        { least: LEAST_CLAIM_WINDOW_SECONDS, most: MOST_CLAIM_WINDOW_SECONDS },
      ),
    )
  }
  return ok({
    entriesCloseAt: entriesCloseAt.value,
    claimWindowMs: seconds * 1_000,
    beacon: before?.beacon ?? chain,
    entries: before?.entries ?? 0,
    draw: before?.draw ?? { kind: 'OPEN' },
  })
}

type LotteryTerms = { readonly lottery: Pick<Lottery, 'entriesCloseAt'> | null } & Pick<
  Drop,
  | 'award'
  | 'pool'
  | 'supply'
  | 'price'
  | 'claimType'
  | 'maxPerWallet'
  | 'isLinkOnly'
  | 'startsAt'
  | 'claimDeadline'
>

/** Refuses terms that a lottery does not support. Each winner is sure of one item that no other wallet can take. */
export function refusalOfLotteryTerms(terms: LotteryTerms): Refusal | undefined {
  const { lottery, award, pool, supply, startsAt, claimDeadline } = terms
  if (lottery === null) return undefined
  const refused = (field: string, message: string) =>
    badInput(field, 'CONTRADICTION', `With admission LOTTERY, ${message}`)
  if (terms.price !== null) return refused('price', 'a drop must be free: entries cannot be paid for')
  if (supply === null) return refused('supply', 'supply is required: so many wallets win')
  if (award.kind === 'open')
    return refused('tokenAmount', 'tokenAmount is required, so that no winner can take what others won')
  if (award.kind === 'fixed' && award.amount * BigInt(supply) > pool) {
    const least = String(award.amount * BigInt(supply))
    return badInput(
      'maxAmount',
      'POOL_TOO_SMALL',
      `With admission LOTTERY, maxAmount must be at least supply × tokenAmount, which is ${least}`,
      {
        least,
      },
    )
  }
  if (terms.claimType === 'STREAK') return refused('claimType', 'claimType may not be STREAK')
  if (terms.maxPerWallet !== null && terms.maxPerWallet !== 1)
    return refused('maxPerWallet', 'maxPerWallet must be 1 or left out: each wallet wins once')
  if (terms.isLinkOnly) return refused('isLinkOnly', 'isLinkOnly may not be true: a link is for any wallet')
  if (startsAt !== null && lottery.entriesCloseAt <= startsAt)
    return refused('entriesCloseAt', `entriesCloseAt must be later than startsAt, ${toIso(startsAt)}`)
  if (claimDeadline !== null && claimDeadline <= lottery.entriesCloseAt) {
    const close = toIso(lottery.entriesCloseAt)
    return refused('claimDeadline', `claimDeadline must be later than entriesCloseAt, ${close}`)
  }
  return undefined
}

interface WindowTerms extends Pick<Drop, 'claimDeadline'> {
  readonly lottery: Pick<Lottery, 'entriesCloseAt' | 'claimWindowMs'> | null
}

/** Refuses a deadline that leaves winners less than their time to claim. */
export function refusalOfShortWindow({ lottery, claimDeadline }: WindowTerms): Refusal | undefined {
  if (lottery === null || claimDeadline === null) return undefined
  const leastAt = lottery.entriesCloseAt + lottery.claimWindowMs
  if (claimDeadline >= leastAt) return undefined
  const least = toIso(leastAt)
  const message = `With admission LOTTERY, claimDeadline must leave winners claimWindowSeconds after entriesCloseAt: ${least} or later`
  return badInput('claimDeadline', 'WINDOW_TOO_SHORT', message, { least })
}

/** Refuses a lottery whose entries close in the past. */
export const refusalOfPastClose = (lottery: LotteryTerms['lottery'], now: Instant): Refusal | undefined =>
  lottery !== null && lottery.entriesCloseAt <= now
    ? badInput(
        'entriesCloseAt',
        'NOT_IN_FUTURE',
        `entriesCloseAt must be in the future; it is ${toIso(now)} now`,
        { now: toIso(now) },
      )
    : undefined

/** Protects what wallets that have entered rely on. */
export function refusalAfterOpening(before: Drop, after: Drop): Refusal | undefined {
  if (before.status === 'DRAFT') return undefined
  if ((before.lottery === null) !== (after.lottery === null))
    return badInput('admission', 'FIXED', 'admission can be changed only while the drop is a DRAFT')
  if (before.lottery?.entriesCloseAt !== after.lottery?.entriesCloseAt)
    return badInput('entriesCloseAt', 'FIXED', 'entriesCloseAt can be changed only while the drop is a DRAFT')
  if (before.lottery?.claimWindowMs !== after.lottery?.claimWindowMs)
    return badInput(
      'claimWindowSeconds',
      'FIXED',
      'claimWindowSeconds can be changed only while the drop is a DRAFT',
    )
  if (after.lottery === null) return undefined
  if ((after.supply ?? 0) < (before.supply ?? 0))
    return badInput(
      'supply',
      'FIXED',
      'With admission LOTTERY, supply may not be lowered after the drop has opened',
    )
  return undefined
}
