import {
  createTestService,
  granted,
  openTransactionsOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { changeVaultOnChain } from '../../../test/test-vault.ts'
import type { Claim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { OperatorAction, SignedVoucher } from '../../ports/index.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { deliverClaims } from './deliver-claims.ts'
import { issueVoucher } from './issue-voucher.ts'

const MOST = 8

let service: TestService
let drop: Drop
/** The number of claims of each delivery, in order. */
let sizes: number[]
let isBlocked: boolean

const refuse = (isRefused: (vouchers: readonly SignedVoucher[]) => boolean) => {
  const { chain } = service.ports
  replaceMethod(chain, 'prepare', async (prepare, action) => {
    const prepared = await prepare(action)
    return action.kind === 'deliver_claims' && isRefused(action.vouchers)
      ? { ok: false, error: { kind: 'not_possible', reason: 'one of them is bad' } }
      : prepared
  })
}

let drawn = 0
/** Draws for new wallets. */
const draw = async (count: number) => {
  for (const last = drawn + count; drawn < last; ) {
    const number = ++drawn
    const input = { dropId: drop.id, userAddress: testWallet(number) }
    expect(granted(await service.dropkit.claimRandomDrop(service.owner, input)).kind).toBe('drawn')
  }
}

const claims = () => service.ports.store.claimsInOrder(drop.id, 0, 100)
const kinds = async () => new Set((await claims()).map(({ state }) => state.kind))

beforeEach(async () => {
  service = await createTestService({ chain: { maxVouchersPerTransaction: MOST } })
  drop = await service.createDrop({ tokenAmount: '0', supply: 100 })
  sizes = []
  drawn = 0
  isBlocked = false
  const { chain } = service.ports
  replaceMethod(chain, 'prepare', async (prepare, action) => {
    if (isBlocked) return { ok: false, error: { kind: 'chain_unavailable', reason: 'busy' } }
    if (action.kind === 'deliver_claims') sizes.push(action.vouchers.length)
    return prepare(action)
  })
})

describe('a drawn amount', () => {
  test('is followed where the run that sends it has lost its lease to one that finds nothing to send', async () => {
    const { store, chain } = service.ports
    const { outcome } = chain
    await draw(MOST)
    Object.assign(chain, {
      outcome: async () => ({ ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } }),
    })
    replaceMethod(store, 'dropState', async (dropState, ...asked) => {
      const read = await dropState(...asked)
      Object.assign(store, { dropState })
      await deliverClaims(service.ports, DEFAULT_SETTINGS, drop.id, null)
      return read
    })
    await service.runJobs()
    Object.assign(chain, { outcome })
    await service.pass(30_000, 30)
    expect(await openTransactionsOf(store, drop.id)).toEqual([])
    expect(await kinds()).toEqual(new Set(['CONFIRMED']))
  })

  test('goes out many to a transaction, each claim in one of them', async () => {
    isBlocked = true
    await draw(20)
    isBlocked = false
    await service.pass(10_000, 20)
    expect(sizes).toEqual([8, 8, 4])
    expect(new Set((await claims()).map(txHashOf)).size).toBe(3)
  })

  test('of an NFT drop goes out with at most 250 pieces to a transaction', async () => {
    drop = await service.createDrop({ type: 'NFT', tokenAmount: '0', maxAmount: '12000' })
    const pieces: bigint[] = []
    const { chain } = service.ports
    replaceMethod(chain, 'prepare', async (prepare, action) => {
      if (action.kind === 'deliver_claims') {
        pieces.push(action.vouchers.reduce((sum, { amount }) => sum + amount, 0n))
      }
      return prepare(action)
    })
    isBlocked = true
    await draw(20)
    isBlocked = false
    await service.pass(10_000, 40)
    expect(await kinds()).toEqual(new Set(['CONFIRMED']))
    expect(pieces.filter((count) => count > 250n)).toEqual([])
    // Fewer transactions than claims, so claims are still delivered together.
    expect(pieces.length).toBeLessThan(20)
  })

  test('goes out in halves after an abort, until one gets through, and is never given up', async () => {
    isBlocked = true
    await draw(MOST)
    isBlocked = false
    // Exactly enough for the first two.
    const [first, second] = await claims()
    const balance = (first?.amount ?? 0n) + (second?.amount ?? 0n)
    const full = await changeVaultOnChain(service, drop, { balance })
    await service.pass(5_000, 10)
    expect(sizes.slice(0, 3)).toEqual([8, 4, 2])
    expect(await kinds()).toEqual(new Set(['CONFIRMED', 'PENDING']))
    expect((await claims()).filter(({ state }) => state.kind === 'CONFIRMED')).toHaveLength(2)
    await service.pass(24 * 60 * 60_000, 50)
    expect((await service.reread(drop)).tally.reservedCount).toBe(MOST)

    await changeVaultOnChain(service, drop, { balance: full.balance })
    await service.pass(120_000, 50)
    expect(await kinds()).toEqual(new Set(['CONFIRMED']))
  })

  test('goes out whole again after congestion, and waits longer each time', async () => {
    const { chain, clock } = service.ports
    const { submit, outcome } = chain
    const cancelledAt: number[] = []
    Object.assign(chain, {
      submit: async () => ({ ok: true, value: 'sent' }),
      outcome: async () => {
        cancelledAt.push(clock.now())
        const cancelled = { kind: 'failed', reason: 'congested', isCongestion: true, at: clock.now() }
        return { ok: true, value: cancelled }
      },
    })
    await draw(MOST)
    await service.pass(10_000, 20)
    const pauses = cancelledAt.slice(1).map((at, index) => at - (cancelledAt[index] ?? 0))
    expect(pauses.length).toBeGreaterThan(2)
    expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? 0)
    expect(new Set(sizes)).toEqual(new Set([MOST]))
    Object.assign(chain, { submit, outcome })
    await service.pass(60_000, 50)
    expect(await kinds()).toEqual(new Set(['CONFIRMED']))
    expect(new Set(sizes)).toEqual(new Set([MOST]))
  })

  test('waits briefly for more claims, until none arrives or the transaction is full', async () => {
    await draw(MOST - 1)
    await service.runJobs()
    expect(sizes).toEqual([])
    await service.pass(600, 1)
    expect(sizes).toEqual([7])
    sizes = []
    await draw(30)
    await service.runJobs()
    expect(sizes).toEqual([8, 8, 8])
    // Six are left over. While more arrive slowly they wait, but not forever.
    for (let second = 0; second < 4; second++) {
      await draw(1)
      await service.pass(400, 1)
    }
    expect(sizes).toEqual([8, 8, 8, 8])
    await service.pass(6_000, 12)
    expect(await kinds()).toEqual(new Set(['CONFIRMED']))
  })

  test('takes four transactions for a thousand claims', async () => {
    service = await createTestService({ chain: { maxVouchersPerTransaction: 250 } })
    drop = await service.createDrop({ tokenAmount: '0', supply: 1_000, maxAmount: '50000' })
    for (let number = 1; number <= 1_000; number++) {
      const input = { dropId: drop.id, userAddress: testWallet(number) }
      granted(await service.dropkit.claimRandomDrop(service.owner, input))
      if (number % 90 === 0) await service.pass(100, 1)
    }
    await service.pass(5_000, 10)
    const delivered = await service.ports.store.claimsInOrder(drop.id, 0, 1_000)
    expect(new Set(delivered.map(txHashOf)).size).toBe(4)
    const { balances, vaults } = service.ports.memoryChain.state.ledger
    const [vault] = vaults.values()
    const got = [...balances].filter(([key]) => key.startsWith(`${vault?.coinType} `))
    expect(got.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(50_000n)
  })

  test('goes on without the one that does not get through, which is tried again later', async () => {
    let isBad = true
    refuse((vouchers) => isBad && vouchers.some(({ nonce }) => nonce === 3))
    await draw(40)
    await service.pass(20_000, 40)
    const open = async () =>
      (await claims()).filter(({ state }) => state.kind !== 'CONFIRMED').map(({ sequence }) => sequence)
    expect(await open()).toEqual([3])
    sizes = []
    await draw(60)
    await service.pass(5_000, 10)
    expect(await open()).toEqual([3])
    expect(Math.max(...sizes), 'as many at once as before').toBe(MOST)
    isBad = false
    await service.pass(11_000, 11)
    expect(await open()).toEqual([])
  })

  test('is not sent if the chain shows it as paid, and is confirmed by that payment', async () => {
    isBlocked = true
    await draw(5)
    const { chain, signer, clock, memoryChain } = service.ports
    const { vault, voucherKey } = await service.reread(drop)
    const [, second] = await claims()
    if (vault.kind !== 'open' || !second) throw new Error('nothing to pay')
    const { claimer, amount, sequence: nonce } = second
    const voucher = { dropObjectId: vault.objectId, claimer, amount, nonce, expiresAt: clock.now() + 1_000 }
    const signature = await signer.sign(drop.id, voucherKey, chain.voucherBytes(voucher))
    const paid = memoryChain.wallet.claim({ ...voucher, signature })
    const { claimsAfter } = chain
    Object.assign(chain, {
      claimsAfter: async () => ({ ok: false, error: { kind: 'chain_unavailable', reason: 'behind' } }),
    })
    isBlocked = false
    await service.pass(9_000, 18)
    expect(sizes, 'all but that one').toEqual([4])
    expect((await claims()).map(({ state }) => state.kind).filter((kind) => kind === 'PENDING')).toHaveLength(
      1,
    )
    Object.assign(chain, { claimsAfter })
    await service.pass(20_000, 40)
    expect(await kinds()).toEqual(new Set(['CONFIRMED']))
    expect((await claims()).map(txHashOf)[1]).toBe(paid.txHash)
    expect(sizes).toEqual([4])
  })

  test('is not paid twice if it waited long and the chain shows its payment late', async () => {
    isBlocked = true
    await draw(1)
    await service.pass(20 * 60_000, 20)
    const { chain, signer, clock, memoryChain } = service.ports
    replaceMethod(chain, 'claimsAfter', async (claimsAfter, ...query) => {
      const answer = await claimsAfter(...query)
      if (!answer.ok || answer.value.claims.every(({ at }) => at <= clock.now() - 8_000)) return answer
      return { ok: true, value: { claims: [], cursor: query[0], completeUntil: clock.now() } }
    })
    const [claim] = await claims()
    if (!claim) throw new Error('no claim')
    // Its voucher became public in a delivery that the chain cancelled, and its claimer submits it.
    const expiresAt = clock.now() + 60_000
    const voucher = await issueVoucher({ chain, signer }, await service.reread(drop), claim, { expiresAt })
    const paid = memoryChain.wallet.claim(voucher)
    isBlocked = false
    await service.pass(60_000, 60)
    expect((await claims()).map(txHashOf)).toEqual([paid.txHash])
    expect(memoryChain.state.claims.map(({ nonce }) => nonce)).toEqual([1])
    expect((await service.reread(drop)).status).toBe('ACTIVE')
  })

  test('is sent again at once where its transaction can never be taken any more', async () => {
    const fates: ('taken' | 'impossible')[] = ['taken', 'impossible']
    const onSubmit = () => fates.shift() ?? 'taken'
    service = await createTestService({ chain: { maxVouchersPerTransaction: MOST, onSubmit } })
    drop = await service.createDrop({ tokenAmount: '0', supply: 100 })
    await draw(3)
    await service.pass(2_000, 4)
    expect(await kinds()).toEqual(new Set(['CONFIRMED']))
    expect(fates).toEqual([])
  })

  test('has no expiry, also when the key is changed before it goes out', async () => {
    isBlocked = true
    await draw(1)
    const { chain } = service.ports
    isBlocked = false
    const { prepare } = chain
    Object.assign(chain, {
      prepare: async (action: OperatorAction) =>
        action.kind === 'deliver_claims'
          ? { ok: false, error: { kind: 'chain_unavailable', reason: 'busy' } }
          : prepare(action),
    })
    granted(await service.dropkit.rotateDropKey(service.owner, drop.id, { reason: 'It leaked' }))
    expect((await claims()).map(({ state }) => state)).toEqual([{ kind: 'PENDING', expiresAt: null }])
    Object.assign(chain, { prepare })
    await service.pass(60_000, 20)
    expect(await kinds()).toEqual(new Set(['CONFIRMED']))
  })
})

const txHashOf = ({ state }: Claim) => (state.kind === 'CONFIRMED' ? state.txHash : fail(state.kind))

const fail = (kind: string): never => {
  throw new Error(`a claim is ${kind}`)
}
