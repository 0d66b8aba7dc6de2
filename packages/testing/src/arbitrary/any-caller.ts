import type { Address, Caller, User } from '@dropkit/core'
import fc from 'fast-check'
import { sampleApiKey, sampleUser } from '../contract/sample-records.ts'
import { anyWallet } from './any-address.ts'
import { OWNER } from './any-drop.ts'

/** A user who calls by an API key. */
export const callerOf = (user: User): Caller => ({
  user,
  credential: { kind: 'api_key', id: sampleApiKey(user, 1).id },
})

/** A service with a key of its own, which may claim for anybody. */
export const serviceCaller = (n = 100): Caller => callerOf(sampleUser(n))

/** Somebody who came by signing in with this wallet. */
export const walletCaller = (wallet: Address, n = 200): Caller =>
  callerOf(sampleUser(n, { origin: 'wallet', walletAddress: wallet, identityProviderId: `wallet:${wallet}` }))

/** The owner, a service, or somebody who came by wallet. */
export const anyCaller = (wallet: fc.Arbitrary<Address> = anyWallet()): fc.Arbitrary<Caller> =>
  fc.oneof(
    fc.constant(callerOf(OWNER)),
    fc.integer({ min: 100, max: 103 }).map(serviceCaller),
    wallet.map((address) => walletCaller(address)),
  )
