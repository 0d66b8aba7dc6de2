import type { Address, Caller, User } from '@dropkit/core'
import fc from 'fast-check'
import { sampleApiKey, sampleUser } from '../contract/sample-records.ts'
import { anyWallet } from './any-address.ts'
import { OWNER } from './any-drop.ts'

/** A user with an API key. */
export const callerOf = (user: User): Caller => ({
  user,
  credential: { kind: 'api_key', id: sampleApiKey(user, 1).id },
})

/** A service with its own API key, which may claim for any wallet. */
export const serviceCaller = (n = 100): Caller => callerOf(sampleUser(n))

/** A user who signed in with this wallet. */
export const walletCaller = (wallet: Address, n = 200): Caller =>
  callerOf(sampleUser(n, { origin: 'wallet', walletAddress: wallet, identityProviderId: `wallet:${wallet}` }))

/** The owner, a service, or a user who signed in with a wallet. */
export const anyCaller = (wallet: fc.Arbitrary<Address> = anyWallet()): fc.Arbitrary<Caller> =>
  fc.oneof(
    fc.constant(callerOf(OWNER)),
    fc.integer({ min: 100, max: 103 }).map(serviceCaller),
    wallet.map((address) => walletCaller(address)),
  )
