import type { ClaimDelivery } from '../../api/generated/operations.ts'
import type { DropForm } from './drop-form.ts'

/** Claim links are for free drops. */
export const isByLink = ({ isLinkOnly, isPriced }: Pick<DropForm, 'isLinkOnly' | 'isPriced'>): boolean =>
  isLinkOnly && !isPriced

/** Random amounts are always delivered by the service, whatever a drop says. */
export const deliveryOf = ({ award, delivery }: Pick<DropForm, 'award' | 'delivery'>): ClaimDelivery =>
  award === 'random' ? 'WALLET' : delivery
