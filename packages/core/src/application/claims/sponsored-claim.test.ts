import { createTestService, granted, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import { ok } from '../../domain/result.ts'
import type { GasSponsor } from '../../ports/index.ts'
import { createDropkit } from '../dropkit.ts'
import { createKeyedQueue } from './sponsored-claim.ts'

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
  const claimId = idOfClaim(claim)
  const offer = granted(await dropkit.prepareSponsoredClaim(owner, claimId))
  const input = { sponsorship: offer?.sponsorship ?? '', signature: 'signature' }
  await Promise.all(Array.from({ length: 10 }, () => dropkit.submitSponsoredClaim(owner, input)))
  expect(sent).toEqual(['digest'])
})

test('an offer whose voucher was replaced by a rotation of the key is not sent, and is to be prepared again', async () => {
  const { ports, owner, createDrop } = await createTestService()
  const sent: string[] = []
  const gasSponsor: GasSponsor = {
    prepare: async () => ok({ transactionBytes: 'AA==', digest: 'digest', gas: 5n }),
    send: async ({ digest }) => {
      sent.push(digest)
      return ok(undefined)
    },
  }
  const dropkit = createDropkit({ ...ports, gasSponsor })
  const { id } = await createDrop({ delivery: 'SPONSORED' })
  const { claim } = granted(await dropkit.claimDrop(owner, { dropId: id, userAddress: testWallet(1) }))
  const offer = granted(await dropkit.prepareSponsoredClaim(owner, idOfClaim(claim)))
  ports.clock.advance(1_000)
  granted(await dropkit.rotateDropKey(owner, id, { reason: 'a test' }))
  const input = { sponsorship: offer?.sponsorship ?? '', signature: 'signature' }
  const submitted = await dropkit.submitSponsoredClaim(owner, input)
  expect(submitted).toMatchObject({ error: { kind: 'conflict', reason: 'VOUCHER_EXPIRED' } })
  expect(sent).toEqual([])
})

test('a claim is not sponsored by a service without a sponsor', async () => {
  const { dropkit, owner, createDrop } = await createTestService()
  const { id } = await createDrop({ delivery: 'SPONSORED' })
  const { claim } = granted(await dropkit.claimDrop(owner, { dropId: id, userAddress: testWallet(1) }))
  expect(granted(await dropkit.prepareSponsoredClaim(owner, idOfClaim(claim)))).toBeNull()
})

test('runs work with one key in order, also after a failure, and other keys at the same time', async () => {
  const queue = createKeyedQueue()
  const log: string[] = []
  const work =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const results = await Promise.allSettled([
    queue('a', work('first', true)),
    queue('a', work('second')),
    queue('b', work('other')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(log.filter((line) => !line.startsWith('other'))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ])
  expect(log.indexOf('other begins')).toBeLessThan(log.indexOf('first ends'))
  expect(await queue('a', work('third'))).toBe('third')
})
