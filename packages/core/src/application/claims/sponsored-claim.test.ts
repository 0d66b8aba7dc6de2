import { createTestService, granted, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { ok } from '../../domain/result.ts'
import type { GasSponsor } from '../../ports/index.ts'
import { createDropkit } from '../dropkit.ts'

test('a sponsored claim that is submitted many times at once is sent, and its gas counted, once', async () => {
  const { ports, owner, createDrop } = await createTestService()
  const sent: string[] = []
  const gasSponsor: GasSponsor = {
    prepare: async () => ok({ transactionBytes: 'AA==', digest: 'digest', gas: 5n }),
    send: async ({ digest }) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      sent.push(digest)
      return ok(undefined)
    },
  }
  const outcome: typeof ports.chain.outcome = async (digest) =>
    ok(sent.includes(digest) ? { kind: 'pending' } : { kind: 'absent', chainTime: ports.clock.now() })
  const dropkit = createDropkit({ ...ports, gasSponsor, chain: { ...ports.chain, outcome } })
  const { id } = await createDrop({ delivery: 'SPONSORED' })
  const { claim } = granted(await dropkit.claimDrop(owner, { dropId: id, userAddress: testWallet(1) }))
  const claimId = `claim_${id.slice('drop_'.length)}_${claim.sequence}`
  const offer = granted(await dropkit.prepareSponsoredClaim(owner, claimId))
  const input = { sponsorship: offer?.sponsorship ?? '', signature: 'signature' }
  await Promise.all(Array.from({ length: 10 }, () => dropkit.submitSponsoredClaim(owner, input)))
  expect(sent).toEqual(['digest'])
})
