// Claims whose nonces were used with a drop's stolen key.

import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { openVaultOf } from '../../../test/test-vault.ts'
import type { Address } from '../../domain/address.ts'
import { amountOf } from '../../domain/amount.ts'
import { nonceOf } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { SignedVoucher } from '../../ports/index.ts'

const THIEF = testWallet(0xbad)
const MINUTE_MS = 60_000

let service: TestService
let drop: Drop

beforeEach(async () => {
  service = await createTestService()
})

const draw = (number: number) =>
  service.dropkit.claimRandomDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) })

/** The thief pays itself with a voucher signed with the drop's key. */
async function steal(nonce: number, more: Partial<SignedVoucher> = {}): Promise<void> {
  const { chain, signer, clock, memoryChain } = service.ports
  const { voucherKey, vault } = await service.reread(drop)
  if (vault.kind !== 'open') throw new Error('no vault')
  const terms = { claimer: THIEF, amount: amountOf(10n), expiresAt: clock.now() + MINUTE_MS }
  const voucher = { dropObjectId: vault.objectId, nonce, ...terms, ...more }
  const signature = await signer.sign(drop.id, voucherKey, chain.voucherBytes(voucher))
  expect(memoryChain.wallet.claim({ ...voucher, signature }).kind).toBe('succeeded')
}

/** The owner changes the drop's key and resumes the drop. */
async function recover(): Promise<void> {
  // By then, the missing amount is known too.
  await service.pass(MINUTE_MS, 60)
  expect(await service.reread(drop)).toMatchObject({ status: 'PAUSED', vault: { alarm: 'unknown_claim' } })
  granted(await service.dropkit.rotateDropKey(service.owner, drop.id, { reason: 'It was stolen' }))
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'ACTIVE' }))
  await service.pass(30_000, 10)
}

const claimAt = async (sequence: number) => {
  const dropState = await service.ports.store.dropState(drop.id, { sequences: [sequence] })
  return dropState?.claims.get(sequence)
}

const take = (voucher: SignedVoucher) => service.ports.memoryChain.wallet.claim(voucher).kind

/** Cancels the drop and runs until everything has ended. */
async function finish(): Promise<void> {
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
  await service.pass(30 * MINUTE_MS, 200)
  expect((await service.reread(drop)).vault.kind).toBe('closed')
}

describe('a claim whose nonce was used by a thief', () => {
  test('ends FAILED with its reason, and its wallet may claim again', async () => {
    drop = await service.createDrop()
    await service.claim(drop, 1)
    await steal(1)
    await recover()
    expect(await claimAt(1)).toMatchObject({
      state: { kind: 'FAILED', reason: expect.stringMatching(/key was stolen/) },
    })
    const [event, ...others] = await service.ports.store.events({
      dropId: drop.id,
      types: ['claim.failed'],
      limit: 5,
    })
    expect(others).toEqual([])
    expect(event?.data).toMatchObject({ reason: expect.stringMatching(/key was stolen/) })
    const again = await service.claim(drop, 1)
    expect(again.claim.sequence).toBe(2)
    expect(take((await service.claim(drop, 1)).voucher)).toBe('succeeded')
    await service.pass(2_000)
    expect((await claimAt(2))?.state.kind).toBe('CONFIRMED')
    expect(await service.reread(drop)).toMatchObject({
      status: 'ACTIVE',
      tally: { reservedCount: 1, reservedAmount: 10n },
      vault: { missing: 10n },
    })
    await finish()
  })

  test('raises no second alarm for the amount that the thief took', async () => {
    drop = await service.createDrop()
    await service.claim(drop, 1)
    await steal(1, { amount: amountOf(7n) })
    await recover()
    await service.pass(10 * MINUTE_MS, 60)
    expect(await service.reread(drop)).toMatchObject({ status: 'ACTIVE', vault: { missing: 7n } })
  })

  test('gives paid items back to their intent', async () => {
    drop = await service.createDrop({ price: 2, maxPerWallet: 5 })
    const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI', quantity: 1 }
    const intent = granted(await service.dropkit.createPaymentIntent(service.owner, order))
    const txHash = service.pay(intent)
    granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
    await service.claim(drop, 1)
    await steal(1)
    await recover()
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 1, spent: 0, earned: 0n })
    await finish()
    const after = await service.rereadIntent(intent)
    expect(after).toMatchObject({ refunded: intent.unitPrice })
  })

  test('is CONFIRMED when the thief paid its claimer at least as much', async () => {
    drop = await service.createDrop()
    await service.claim(drop, 1)
    await steal(1, { claimer: testWallet(1), amount: amountOf(11n) })
    await recover()
    expect((await claimAt(1))?.state.kind).toBe('CONFIRMED')
  })

  test('ends FAILED when the thief paid its claimer less', async () => {
    drop = await service.createDrop()
    await service.claim(drop, 1)
    await steal(1, { claimer: testWallet(1), amount: amountOf(9n) })
    await recover()
    expect((await claimAt(1))?.state.kind).toBe('FAILED')
  })
})

describe('a nonce that was used before there was a claim with it', () => {
  test.each([
    ['comes back when its voucher has run out', false],
    ['is renewed again and again by its wallet', true],
  ])('blocks no other claim, and no closing: the claim %s', async (_, isRenewed) => {
    drop = await service.createDrop({ maxPerWallet: 3 })
    await steal(1)
    await steal(3)
    await recover()
    await service.claim(drop, 1)
    const second = await service.claim(drop, 2)
    expect(take(second.voucher)).toBe('succeeded')
    await service.pass(30_000)
    for (let minute = 0; minute < 40 && (await claimAt(1))?.state.kind === 'PENDING'; minute++) {
      if (isRenewed) await service.claim(drop, 1)
      await service.pass(MINUTE_MS, 6)
    }
    expect((await claimAt(1))?.state.kind).toBe('FAILED')
    expect((await claimAt(2))?.state.kind).toBe('CONFIRMED')
    // The next sequence is used too, and the one after it is free.
    expect((await service.claim(drop, 1)).claim.sequence).toBe(3)
    expect(take((await service.claim(drop, 4)).voucher)).toBe('succeeded')
    await finish()
    expect((await claimAt(3))?.state.kind).toBe('FAILED')
    expect((await claimAt(4))?.state.kind).toBe('CONFIRMED')
  })

  test.each([
    ['the chain shows no claims', 'unavailable', 'unavailable'],
    ['the watcher has not read of it', 'unavailable', 'shown'],
    ['the chain shows only earlier claims', 'unavailable', 'incomplete'],
    ['the chain shows no claims since before it', 'stalled', 'stalled'],
  ] as const)('fails no claim that its claimer has taken while %s', async (_, forWatcher, forSearch) => {
    drop = await service.createDrop()
    const before = service.ports.clock.now()
    replaceMethod(service.ports.chain, 'claimsAfter', async (claimsAfter, cursor, limit) => {
      const answer = await claimsAfter(cursor, limit)
      // The search for strangers reads more events per call than the watcher.
      switch (isBlind ? (limit < 500 ? forWatcher : forSearch) : 'shown') {
        case 'unavailable':
          return { ok: false, error: { kind: 'chain_unavailable', reason: '' } }
        case 'incomplete':
          return { ok: true, value: { claims: [], cursor, completeUntil: null } }
        case 'stalled':
          return { ok: true, value: { claims: [], cursor, completeUntil: before } }
        case 'shown':
          return answer
      }
    })
    let isBlind = true
    expect(take((await service.claim(drop, 1)).voucher)).toBe('succeeded')
    await service.pass(60 * MINUTE_MS, 300)
    expect((await claimAt(1))?.state.kind).toBe('PENDING')
    isBlind = false
    await service.pass(2 * MINUTE_MS, 20)
    expect((await claimAt(1))?.state.kind).toBe('CONFIRMED')
  })
})

describe('a drop whose vault was emptied by a thief', () => {
  const terms = { tokenAmount: '10', maxAmount: '100', supply: 10, delivery: 'SERVER' } as const

  async function buy(number: number, quantity: number) {
    const order = { dropId: drop.id, walletAddress: testWallet(number), paymentMethod: 'SUI', quantity }
    const intent = granted(await service.dropkit.createPaymentIntent(service.owner, order))
    const txHash = service.pay(intent)
    return granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
  }

  const refusalToClaim = async (number: number) => {
    const input = { dropId: drop.id, userAddress: testWallet(number) }
    const answer = await service.dropkit.claimDrop(service.owner, input)
    return answer.ok ? null : answer.error.kind
  }

  test('accepts no claim that the vault cannot pay, until its owner has deposited what is missing', async () => {
    drop = await service.createDrop(terms)
    await steal(99, { amount: amountOf(95n) })
    await recover()
    expect(await service.reread(drop)).toMatchObject({ status: 'ACTIVE', vault: { missing: 95n } })
    expect(await refusalToClaim(1)).toBe('drop_not_ready')
    const vault = await openVaultOf(service, drop)
    const { wallet } = service.ports.memoryChain
    const senderAddress = testWallet(50)
    wallet.faucet(senderAddress, vault.coinType, amountOf(1_000n))
    const input = { dropId: drop.id, senderAddress }
    const deposit = granted(await service.dropkit.prepareDropFunding(service.owner, input))
    wallet.execute(senderAddress, deposit)
    await service.pass(10_000, 10)
    expect(await service.reread(drop)).toMatchObject({ vault: { deposited: 195n } })
    const full = await service.dropkit.prepareDropFunding(service.owner, input)
    expect(full).toMatchObject({ error: { reason: 'VAULT_FULL' } })
    for (let number = 1; number <= 10; number++) expect(await refusalToClaim(number)).toBeNull()
    await service.pass(MINUTE_MS, 60)
    expect((await claimAt(10))?.state.kind).toBe('CONFIRMED')
  })

  test('is not filled again from the reserve, which the thief could take too', async () => {
    drop = await service.createDrop(terms)
    await steal(99, { amount: amountOf(95n) })
    await recover()
    await service.pass(10 * MINUTE_MS, 60)
    expect(await service.reread(drop)).toMatchObject({ vault: { deposited: 100n } })
  })

  test.each([
    ['another nonce', 99, ['EXPIRED', 'EXPIRED']],
    ['the nonce of a claim', 1, ['FAILED', 'EXPIRED']],
  ])('is refunded and closed after its end if the thief used %s', async (_, nonce, ends) => {
    drop = await service.createDrop({ ...terms, price: 2, maxPerWallet: 10 })
    const intents = [await buy(1, 2), await buy(2, 8)]
    const { prepare } = service.ports.chain
    const busy = { ok: false, error: { kind: 'chain_unavailable', reason: 'busy' } } as const
    Object.assign(service.ports.chain, { prepare: async () => busy })
    expect([await refusalToClaim(1), await refusalToClaim(2)]).toEqual([null, null])
    await steal(nonce, { amount: amountOf(95n) })
    Object.assign(service.ports.chain, { prepare })
    await recover()
    await service.pass(15 * MINUTE_MS, 100)
    expect([(await claimAt(1))?.state.kind, (await claimAt(2))?.state.kind]).toEqual(['PENDING', 'PENDING'])
    await finish()
    expect([(await claimAt(1))?.state.kind, (await claimAt(2))?.state.kind]).toEqual(ends)
    await service.pass(MINUTE_MS, 10)
    for (const intent of intents) {
      const refunded = intent.unitPrice * BigInt(intent.quantity)
      expect(await service.rereadIntent(intent)).toMatchObject({ refunded })
    }
  })
})

test('a claim that was given up with another nonce waits until the chain’s time is past its last voucher', async () => {
  drop = await service.createDrop({ delivery: 'SERVER', maxAmount: '100' })
  const { chain } = service.ports
  const { prepare, usedNonces } = chain
  chain.prepare = async () => ({ ok: false, error: { kind: 'chain_unavailable', reason: 'busy' } })
  const input = { dropId: drop.id, userAddress: testWallet(1) }
  granted(await service.dropkit.claimDrop(service.owner, input))
  await steal(1, { amount: amountOf(95n) })
  chain.prepare = prepare
  await recover()
  await service.pass(15 * MINUTE_MS, 100)
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
  await service.pass(MINUTE_MS, 20)
  const { state } = (await claimAt(1)) ?? {}
  if (state?.kind !== 'PENDING' || state.expiresAt === null) throw new Error('it is given up')
  const chainTime = state.expiresAt - 1_000
  chain.usedNonces = async (...query) => {
    const answer = await usedNonces(...query)
    return answer.ok ? { ok: true, value: { ...answer.value, chainTime } } : answer
  }
  await service.pass(40 * MINUTE_MS, 100)
  expect((await claimAt(1))?.state.kind).toBe('PENDING')
  chain.usedNonces = usedNonces
  await service.pass(MINUTE_MS, 20)
  expect((await claimAt(1))?.state.kind).toBe('FAILED')
  expect((await service.reread(drop)).vault.kind).toBe('closed')
})

test('a claim that its claimer takes with a later nonce after its delivery was given up is CONFIRMED, and not refunded', async () => {
  drop = await service.createDrop({ delivery: 'SERVER', maxAmount: '100', supply: 10, price: 2 })
  const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
  const intent = granted(await service.dropkit.createPaymentIntent(service.owner, order))
  const txHash = service.pay(intent)
  granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
  const { chain, memoryChain } = service.ports
  const { prepare } = chain
  chain.prepare = async () => ({ ok: false, error: { kind: 'chain_unavailable', reason: 'busy' } })
  granted(await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(1) }))
  await steal(1)
  chain.prepare = prepare
  const vault = await openVaultOf(service, drop)
  memoryChain.wallet.deny(testWallet(1), vault.coinType, true)
  await recover()
  await service.pass(15 * MINUTE_MS, 100)
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
  await service.pass(MINUTE_MS, 20)
  const claim = await claimAt(1)
  if (claim?.state.kind !== 'PENDING' || claim.state.expiresAt === null) throw new Error('it is given up')
  // Its voucher with the second nonce is public in a failed transaction.
  memoryChain.wallet.deny(testWallet(1), vault.coinType, false)
  await steal(nonceOf(claim, 1), { claimer: testWallet(1), expiresAt: claim.state.expiresAt })
  await service.pass(60 * MINUTE_MS, 200)
  expect((await claimAt(1))?.state.kind).toBe('CONFIRMED')
  expect(await service.rereadIntent(intent)).toMatchObject({ refunding: 0n, earned: intent.unitPrice })
})

test('a drawn claim of a cancelled drop waits for a node that is behind a deposit', async () => {
  drop = await service.createDrop({ tokenAmount: '0', supply: 2 })
  const { chain } = service.ports
  const { prepare, vaults } = chain
  const short = { kind: 'not_possible', reason: 'EInsufficientVault' } as const
  Object.assign(chain, {
    prepare: async () => ({ ok: false, error: short }),
    vaults: async (ids: readonly Address[]) => {
      const shown = granted(await vaults(ids))
      const before = { balance: amountOf(0n), deposited: amountOf(0n) }
      return { ok: true, value: new Map([...shown].map(([id, vault]) => [id, { ...vault, ...before }])) }
    },
  })
  granted(await draw(1))
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
  await service.pass(MINUTE_MS, 60)
  expect((await claimAt(1))?.state).toEqual({ kind: 'PENDING', expiresAt: null })
  Object.assign(chain, { prepare, vaults })
  await service.pass(MINUTE_MS, 60)
  expect((await claimAt(1))?.state.kind).toBe('CONFIRMED')
})

test('a random claim whose nonce was used by a thief is delivered with another nonce', async () => {
  drop = await service.createDrop({ tokenAmount: '0', supply: 100, price: null })
  await steal(1)
  await recover()
  granted(await draw(1))
  granted(await draw(2))
  await service.pass(MINUTE_MS, 20)
  expect((await claimAt(2))?.state.kind).toBe('CONFIRMED')
  await service.pass(12 * MINUTE_MS, 100)
  expect((await claimAt(1))?.state.kind).toBe('CONFIRMED')
  expect(await service.reread(drop)).toMatchObject({ status: 'ACTIVE' })
  await finish()
})
