import type { Words } from './words.ts'

/**
 * Claims that are delivered to another address than that of their wallet. A server of an earlier release delivers such a
 * claim to the wallet itself, so that nothing is lost.
 */
export const claimRecipients = ({ text }: Words): string[] => [
  `alter table claims add column recipient ${text}`,
  `alter table claims add column recipient_nonce ${text}`,
  `create unique index claims_recipient_nonce on claims (drop_id, user_address, recipient_nonce)
     where recipient_nonce is not null`,
]
