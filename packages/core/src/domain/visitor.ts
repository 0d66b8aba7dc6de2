import { idOf } from './ids.ts'
import type { Credential, User } from './user.ts'

/** The user of every anonymous visitor. It is never stored, and no stored user has its id or name. */
export const NOBODY: User = {
  id: idOf('user', '0'.repeat(32)),
  username: 'visitor',
  origin: 'local',
  identityProviderId: 'visitor',
  walletAddress: null,
  displayName: null,
  email: null,
  bio: null,
  avatar: null,
  logo: null,
  cover: null,
  accentColor: null,
  links: [],
  requestsPerMinute: null,
  createdAt: 0,
  updatedAt: 0,
}

type VisitorCredential = Extract<Credential, { readonly kind: 'visitor' }>

/** The credential of an anonymous visitor; undefined for other callers. */
export const visitorOf = ({
  credential,
}: {
  readonly credential: Credential
}): VisitorCredential | undefined => (credential.kind === 'visitor' ? credential : undefined)
