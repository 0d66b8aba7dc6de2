import type { Admission, ClaimDelivery } from '../../api/generated/operations.ts'
import type { DropForm } from './drop-form.ts'

/** Claim links are for free drops. */
export const isByLink = ({ isLinkOnly, isPriced }: Pick<DropForm, 'isLinkOnly' | 'isPriced'>): boolean =>
  isLinkOnly && !isPriced

/** Random amounts are always delivered by the service, whatever a drop says. */
export const deliveryOf = ({ award, delivery }: Pick<DropForm, 'award' | 'delivery'>): ClaimDelivery =>
  award === 'random' ? 'WALLET' : delivery

/** A lottery takes no price, no links and no free choice of amounts, and each wallet wins once. */
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
