import { createClient } from '@dropkit/client'
import { claimer } from './use-claimer.ts'

/** The client of the claim pages, with the session that all tabs share. */
export const claimClient = createClient({
  url: location.origin,
  session() {
    const { secret: token, walletAddress: address } = claimer.get() ?? {}
    return token && address ? { token, address } : undefined
  },
})
