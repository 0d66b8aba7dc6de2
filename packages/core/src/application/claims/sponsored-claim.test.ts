import { createTestService, granted, refusalOf, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import { err, ok } from '../../domain/result.ts'
import type { GasSponsor } from '../../ports/index.ts'
import { createDropkit } from '../dropkit.ts'
import { createKeyedQueue } from './sponsored-claim.ts'

const VOUCHER_EXPIRED = { error: { kind: 'conflict', reason: 'VOUCHER_EXPIRED' } }

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
  const chainRefused = { kind: 'conflict', reason: 'CHAIN_REFUSED', message: 'EBadSignature' } as const
  let isSilent = false
  const outcome: typeof ports.chain.outcome = async (digest, ...more) => {
    if (sent.includes(digest)) return ok({ kind: 'pending' })
    return isSilent && digest !== 'digest'
      ? err({ kind: 'chain_unavailable', reason: 'silent' })
      : ports.chain.outcome(digest, ...more)
  }
  const dropkit = createDropkit({ ...ports, gasSponsor, chain: { ...ports.chain, outcome } })
  const { id } = await createDrop({ delivery: 'SPONSORED' })
  const { claim } = granted(await dropkit.claimDrop(owner, { dropId: id, userAddress: testWallet(1) }))
  const offer = granted(await dropkit.prepareSponsoredClaim(owner, idOfClaim(claim)))
  const input = { sponsorship: offer?.sponsorship ?? '', signature: 'signature' }
  return {
    sent,
    submit: () => dropkit.submitSponsoredClaim(owner, input),
    async rotateKey() {
      granted(await dropkit.rotateDropKey(owner, id, { reason: 'a test' }))
    },
    /** The chain has the new key, and the service does not know it yet. */
    async sendNewKey() {
      isSilent = true
      const rotated = await dropkit.rotateDropKey(owner, id, { reason: 'a test' })
      isSilent = false
      expect(refusalOf(rotated)).toBe('chain_unavailable')
    },
    /** The chain refuses the claim, after `meanwhile`. */
    refuse(step: 'prepare' | 'send', meanwhile: () => Promise<void>) {
      gasSponsor[step] = async () => {
        await meanwhile()
        return err(chainRefused)
      }
    },
    prepare: () => dropkit.prepareSponsoredClaim(owner, idOfClaim(claim)),
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
  expect(await submit()).toMatchObject(VOUCHER_EXPIRED)
  expect(sent).toEqual([])
})

test('a prepared claim is refused with VOUCHER_EXPIRED if the key is rotated while it is sent', async () => {
  const { submit, refuse, sendNewKey } = await preparedClaim()
  refuse('send', sendNewKey)
  expect(await submit()).toMatchObject(VOUCHER_EXPIRED)
})

test('a claim whose key is rotated while it is prepared is refused with VOUCHER_EXPIRED', async () => {
  const { prepare, refuse, sendNewKey } = await preparedClaim()
  refuse('prepare', sendNewKey)
  expect(await prepare()).toMatchObject(VOUCHER_EXPIRED)
})

test('a claim that the chain refuses for another reason is refused with CHAIN_REFUSED', async () => {
  const { submit, refuse } = await preparedClaim()
  refuse('send', async () => undefined)
  expect(await submit()).toMatchObject({ error: { kind: 'conflict', reason: 'CHAIN_REFUSED' } })
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
