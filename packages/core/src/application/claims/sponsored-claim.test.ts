import { createTestService, granted, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import { ok } from '../../domain/result.ts'
import type { GasSponsor } from '../../ports/index.ts'
import { createDropkit } from '../dropkit.ts'
import { createKeyedQueue } from './sponsored-claim.ts'

/** A claim with an offer to pay its gas, and how to submit it. `sent` has the digests that the sponsor has sent. */
async function preparedClaim() {
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
  const outcome: typeof ports.chain.outcome = async (digest, ...more) =>
    sent.includes(digest) ? ok({ kind: 'pending' }) : ports.chain.outcome(digest, ...more)
  const dropkit = createDropkit({ ...ports, gasSponsor, chain: { ...ports.chain, outcome } })
  const { id } = await createDrop({ delivery: 'SPONSORED' })
  const { claim } = granted(await dropkit.claimDrop(owner, { dropId: id, userAddress: testWallet(1) }))
  const offer = granted(await dropkit.prepareSponsoredClaim(owner, idOfClaim(claim)))
  const input = { sponsorship: offer?.sponsorship ?? '', signature: 'signature' }
  return {
    sent,
    submit: () => dropkit.submitSponsoredClaim(owner, input),
    async rotateKey() {
      ports.clock.advance(1_000)
      granted(await dropkit.rotateDropKey(owner, id, { reason: 'a test' }))
    },
  }
}

test('a sponsored claim that is submitted many times at once is sent, and its gas counted, once', async () => {
  const { submit, sent } = await preparedClaim()
  await Promise.all(Array.from({ length: 10 }, submit))
  expect(sent).toEqual(['digest'])
})

test("a prepared claim is refused with VOUCHER_EXPIRED after the drop's key is rotated", async () => {
  const { submit, rotateKey, sent } = await preparedClaim()
  await rotateKey()
  expect(await submit()).toMatchObject({ error: { kind: 'conflict', reason: 'VOUCHER_EXPIRED' } })
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
