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

/** @param begun What the page does before the flow's first request. */
export function doingOf(state: ClaimState | null, isRandom: boolean, begun: Doing): Doing {
  switch (state?.kind) {
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
    case 'sent':
    case 'confirmed':
      return 'confirming'
    default:
      return begun
  }
}
