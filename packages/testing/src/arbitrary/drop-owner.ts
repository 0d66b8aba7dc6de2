import { sampleUser } from '../contract/sample-records.ts'

/** Who owns the drops that `anyDrop` makes. */
export const OWNER = sampleUser(1, { username: 'owner', identityProviderId: 'local:owner' })
