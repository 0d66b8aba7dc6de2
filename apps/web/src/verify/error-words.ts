import type { DrawError } from '@dropkit/core'
import type { LotteryCheck } from '@dropkit/core/internal'
import { inVerify } from '../words/messages.ts'

type LotteryError = Extract<LotteryCheck, { readonly kind: 'invalid' }>['error']

const DRAWS = {
  bad_seed: 'drawBadSeed',
  wrong_commitment: 'drawWrongCommitment',
  wrong_sequence: 'drawWrongSequence',
  too_many_draws: 'drawTooMany',
  wrong_amount: 'drawWrongAmount',
  wrong_head: 'drawWrongHead',
  wrong_receipt: 'drawWrongReceipt',
  missing_head: 'drawMissingHead',
  wrong_beacon: 'wrongBeacon',
  missing_round: 'drawMissingRound',
  wrong_round: 'drawWrongRound',
  forged_round: 'drawForgedRound',
} as const satisfies Record<DrawError['kind'], string>

/** A sentence for the first difference between the draws and what the seed decides. `show` formats an amount. */
export const drawErrorWords = (error: DrawError, show: (amount: bigint) => string): string =>
  inVerify(
    DRAWS[error.kind],
    error.kind === 'wrong_amount'
      ? { sequence: error.sequence, actual: show(error.actual), expected: show(error.expected) }
      : error,
  )

const LOTTERY = {
  wrong_beacon: 'wrongBeacon',
  wrong_round: 'lotteryWrongRound',
  forged_round: 'lotteryForgedRound',
  misplaced_wallet: 'lotteryMisplacedWallet',
  wrong_size: 'lotteryWrongSize',
  wrong_root: 'lotteryWrongRoot',
  wrong_proof: 'lotteryWrongProof',
  wrong_rank: 'lotteryWrongRank',
  missing_wallet: 'lotteryMissingWallet',
} as const satisfies Record<LotteryError['kind'], string>

/** The first difference between a lottery and what its wallets and its round decide. */
export function lotteryErrorWords(error: LotteryError): string {
  if (!('place' in error)) return inVerify(LOTTERY[error.kind], error)
  const { place, ...values } = error
  return `${inVerify(LOTTERY[error.kind], values)} ${placeWords(place)}`
}

const placeWords = ({ first, last, expected }: Extract<LotteryError, { kind: 'wrong_root' }>['place']) =>
  first < last
    ? inVerify('differenceBetween', { first, last })
    : inVerify('differenceAt', { first, expected: expected ?? 'none' })
