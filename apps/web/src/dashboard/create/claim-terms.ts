import type { Admission, ClaimDelivery } from '../../api/generated/operations.ts'
import type { DropForm } from './drop-form.ts'

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
