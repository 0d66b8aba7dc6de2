import type { Words } from './words.ts'

/** The requester of a sign-in challenge. Challenges of earlier releases have none, and expire after five minutes. */
export const challengeRequesters = ({ text }: Words): string[] => [
  `alter table sign_in_challenges add column requester ${text} not null default ''`,
  'drop index sign_in_challenges_live',
  `create index sign_in_challenges_live on sign_in_challenges (address, expires_at, nonce) where used_at is null`,
  `create index sign_in_challenges_requester on sign_in_challenges (address, requester, expires_at, nonce)
     where used_at is null`,
]
