import { sampleUser } from '../contract/sample-records.ts'

/** The owner of the drops that `anyDrop` creates. */
export const OWNER = sampleUser(1, { username: 'owner', identityProviderId: 'local:owner' })
