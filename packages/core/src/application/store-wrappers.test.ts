import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOfClaim } from '../domain/claim.ts'
import { pathOfFile } from '../domain/file.ts'
import { DAY_MS } from '../domain/instant.ts'
import type { Caller } from '../domain/user.ts'
import type { BegunRequest, Effect, IdempotencyLease } from '../ports/index.ts'

const LEASE_MS = 60_000

let service: TestService
let owner: Caller
beforeEach(async () => {
  service = await createTestService()
  owner = service.owner
})

function begin(key = 'k'): Promise<BegunRequest> {
  const { clock, idempotency } = service.ports
  const now = clock.now()
  const terms = { now, leaseMs: LEASE_MS, expiresAt: now + DAY_MS }
  return idempotency.begin({ userId: owner.user.id, key }, 'the same', terms)
}

async function leaseOf(key?: string): Promise<IdempotencyLease> {
  const begun = await begin(key)
  if (begun.kind !== 'begun' && begun.kind !== 'took_effect') throw new Error(begun.kind)
  return begun.lease
}

/** What a request is known to have done once its server has died. */
async function effectOf(key?: string): Promise<Effect | null> {
  service.ports.clock.advance(LEASE_MS)
  const begun = await begin(key)
  return begun.kind === 'took_effect' ? begun.effect : null
}

const keyed = async (key?: string) => service.dropkit.withLease(await leaseOf(key))

const TOKEN = { name: 'Gold', symbol: 'GLD', supply: '1000' }
const DROP = {
  title: 'Rain',
  type: 'TOKEN',
  claimType: 'REGULAR',
  maxAmount: '1000',
  tokenAmount: '10',
} as const

describe('the effect of a request with an Idempotency-Key is', () => {
  test('a token', async () => {
    const { id } = granted(await (await keyed()).createToken(owner, TOKEN))
    expect(await effectOf()).toEqual({ kind: 'token', id })
  })

  test('the first record that it creates', async () => {
    const dropkit = await keyed()
    const { id } = granted(await dropkit.createToken(owner, TOKEN))
    granted(await dropkit.createToken(owner, { ...TOKEN, symbol: 'SLV' }))
    expect(await effectOf()).toEqual({ kind: 'token', id })
  })

  test('a token whose deployment it confirms', async () => {
    const { dropkit, ports } = service
    const { id } = granted(await dropkit.createToken(owner, TOKEN))
    const senderAddress = testWallet(1)
    const prepared = granted(await dropkit.prepareTokenDeployment(owner, { tokenId: id, senderAddress }))
    const { txHash } = ports.memoryChain.wallet.execute(senderAddress, prepared)
    granted(await (await keyed()).confirmTokenDeployment(owner, { tokenId: id, txHash }))
    expect(await effectOf()).toEqual({ kind: 'token', id })
  })

  test('the user whose profile it changes', async () => {
    granted(await (await keyed()).updateProfile(owner, { displayName: 'Grace' }))
    expect(await effectOf()).toEqual({ kind: 'user', id: owner.user.id })
  })

  test('a key, with its secret sealed where it was made', async () => {
    const { apiKey } = granted(await (await keyed()).createApiKey(owner, { name: 'ci' }))
    expect(await effectOf()).toEqual({ kind: 'key', id: apiKey.id, shownOnce: expect.any(String) })
    granted(await (await keyed('revoke')).revokeApiKey(owner, apiKey.id))
    expect(await effectOf('revoke')).toEqual({ kind: 'key', id: apiKey.id })
  })

  test('a webhook that it makes, changes or removes', async () => {
    const input = { url: 'https://example.org/hook', events: ['drop.created'] }
    const { webhook, secret } = granted(await (await keyed()).createWebhook(owner, input))
    const { id } = webhook
    expect(await effectOf()).toMatchObject({ kind: 'webhook', id })
    expect(granted(await service.dropkit.recoverWebhook(owner, id))).toEqual({ webhook, secret })
    granted(await (await keyed('change')).updateWebhook(owner, { id, isActive: false }))
    expect(await effectOf('change')).toEqual({ kind: 'webhook', id })
    granted(await (await keyed('remove')).deleteWebhook(owner, id))
    expect(await effectOf('remove')).toEqual({ kind: 'webhook', id })
  })

  test('a claim that it confirms', async () => {
    const drop = await service.createDrop()
    await service.runJobs()
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    const { claim, voucher } = granted(await service.dropkit.claimDrop(owner, input))
    const { txHash } = service.ports.memoryChain.wallet.claim(voucher)
    const claimId = idOfClaim(claim)
    granted(await (await keyed()).confirmClaim(owner, { claimId, txHash }))
    expect(await effectOf()).toEqual({ kind: 'claim', id: claimId })
  })

  test('a drop, also if the change has consequences', async () => {
    const dropkit = await keyed()
    const { id } = granted(await dropkit.createDrop(owner, { ...DROP, existingTokenId: service.tokenId }))
    expect(await effectOf()).toEqual({ kind: 'drop', id })
    const changing = await keyed('change')
    granted(await changing.updateDrop(owner, id, { title: 'Hail' }))
    expect(await effectOf('change')).toEqual({ kind: 'drop', id })
  })

  test('a claim, together with its drop', async () => {
    const drop = await service.createDrop()
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    const { claim } = granted(await (await keyed()).claimDrop(owner, input))
    expect(await effectOf()).toEqual({ kind: 'claim', id: idOfClaim(claim) })
    // The same claim once more changes nothing.
    granted(await (await keyed('again')).claimDrop(owner, input))
    expect(await effectOf('again')).toBeNull()
  })

  test('a refund, not the intent that it changes', async () => {
    const drop = await service.createDrop({ price: 1 })
    const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    const intent = granted(await (await keyed('intent')).createPaymentIntent(owner, order))
    expect(await effectOf('intent')).toEqual({ kind: 'intent', id: intent.id })
    const txHash = service.pay(intent)
    granted(await (await keyed('pay')).confirmPaymentIntent(owner, { id: intent.id, txHash }))
    expect(await effectOf('pay')).toEqual({ kind: 'intent', id: intent.id })
    const refund = granted(await (await keyed('back')).processRefund(owner, { paymentIntentId: intent.id }))
    expect(await effectOf('back')).toEqual({ kind: 'refund', id: refund.id })
  })

  test('an upload, and its deletion', async () => {
    const input = { file: 'aGk=', filename: 'hi.txt', contentType: 'text/plain' }
    for (const key of ['first', 'of the same bytes']) {
      const file = granted(await (await keyed(key)).uploadFile(owner, input))
      expect(await effectOf(key)).toEqual({ kind: 'file', id: file.id })
      const url = pathOfFile(file)
      granted(await (await keyed(`${key}, removed`)).deleteFile(owner, { url }))
      expect(await effectOf(`${key}, removed`)).toEqual({ kind: 'file', id: file.id })
      expect((await (await keyed(`${key}, again`)).deleteFile(owner, { url })).ok).toBe(false)
      expect(await effectOf(`${key}, again`)).toBeNull()
    }
  })

  test('nothing when it was refused', async () => {
    const dropkit = await keyed()
    expect((await dropkit.createToken(owner, { ...TOKEN, supply: '0' })).ok).toBe(false)
    const drop = await service.createDrop({ shortcode: 'taken' })
    const terms = { ...DROP, existingTokenId: service.tokenId, shortcode: 'TAKEN' }
    expect((await dropkit.createDrop(owner, terms)).ok).toBe(false)
    expect(drop.shortcode).toBe('taken')
    expect(await effectOf()).toBeNull()
  })

  test('the first change after one that failed with a conflict', async () => {
    await service.createDrop({ shortcode: 'taken' })
    const dropkit = await keyed()
    const terms = { ...DROP, existingTokenId: service.tokenId }
    expect((await dropkit.createDrop(owner, { ...terms, shortcode: 'taken' })).ok).toBe(false)
    const { id } = granted(await dropkit.createDrop(owner, { ...terms, shortcode: 'free' }))
    expect(await effectOf()).toEqual({ kind: 'drop', id })
  })
})

test('a request that has lost its lease changes nothing', async () => {
  const late = await keyed()
  service.ports.clock.advance(LEASE_MS)
  const current = await keyed()
  const drop = await service.createDrop()
  const input = { dropId: drop.id, userAddress: testWallet(1) }
  await expect(late.claimDrop(owner, input)).rejects.toMatchObject({ name: 'LeaseLost' })
  await expect(late.createToken(owner, TOKEN)).rejects.toMatchObject({ name: 'LeaseLost' })
  expect((await service.reread(drop)).tally.reservedCount).toBe(0)
  expect((await current.claimDrop(owner, input)).ok).toBe(true)
})

test('a claim whose request has lost its lease fails alone', async () => {
  const late = await keyed()
  service.ports.clock.advance(LEASE_MS)
  await leaseOf()
  const drop = await service.createDrop()
  const claims = await Promise.allSettled(
    Array.from({ length: 20 }, (_, number) =>
      (number === 7 ? late : service.dropkit).claimDrop(owner, {
        dropId: drop.id,
        userAddress: testWallet(number + 1),
      }),
    ),
  )
  expect(claims.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([7])
  expect((await service.reread(drop)).tally.reservedCount).toBe(19)
})
