import type { ClaimState } from '@dropkit/client'

/** What the page is doing for the claimer. */
export type Doing =
  | 'connecting'
  | 'reserving'
  | 'proving'
  | 'drawing'
  | 'in_wallet'
  | 'confirming'
  | 'paying'
  | 'coins'

/** Null: the same as before. */
export function doingOf(kind: ClaimState['kind'], isRandom: boolean): Doing | null {
  switch (kind) {
    case 'signing_in':
      return 'connecting'
    case 'claiming':
      return isRandom ? 'drawing' : 'reserving'
    case 'proving':
      return 'proving'
    case 'approving':
    case 'paying':
    case 'taking':
      return 'in_wallet'
    case 'confirming':
    case 'confirming_payment':
      return 'confirming'
    default:
      return null
  }
}
