import {
  createTestService,
  granted,
  openTransactionsOf,
  present,
  refusalOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { putKeyOnChain } from './rotate-drop-key.ts'

const unavailable = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
const impossible = { ok: false, error: { kind: 'not_possible', reason: 'no gas' } } as const

let service: TestService
let drop: Drop

beforeEach(async () => {
  service = await createTestService({ chain: { opensVaultsAtOnce: true } })
  drop = await service.createDrop()
})

const rotate = (id: string = drop.id) =>
  service.dropkit.rotateDropKey(service.owner, id, { reason: 'It leaked' })
const goOn = () => putKeyOnChain(service.ports, DEFAULT_SETTINGS, drop.id)
const again = () => ({
  kind: 'again',
  dueAt: service.ports.clock.now() + 500,
  failed: expect.objectContaining({ class: 'chain_unavailable' }),
})
const refused = (reason: string) => ({ kind: 'failed', failure: { class: 'chain_refused', reason } })

/** The chain does so until it is told to go on as usual. */
function chainDoes(instead: Partial<TestService['ports']['chain']>): () => void {
  const { chain } = service.ports
  const usual = { ...chain }
  Object.assign(chain, instead)
  return () => Object.assign(chain, usual)
}

/** The chain refuses to make the next transaction, and meanwhile there happens something. */
function refuseNext(meanwhile: () => Promise<unknown> = async () => {}): void {
  const goOnAsUsual = chainDoes({
    async prepare() {
      goOnAsUsual()
      await meanwhile()
      return impossible
    },
  })
}

/** A rotation whose transaction is sent and whose end is not known. */
async function underWay() {
  const goOnAsUsual = chainDoes({ outcome: async () => unavailable })
  expect(refusalOf(await rotate())).toBe('chain_unavailable')
  goOnAsUsual()
  const [transaction] = await openTransactionsOf(service.ports.store, drop.id)
  return present(transaction)
}

describe('a rotation that succeeds', () => {
  test('names its transaction, and is looked after by the background should the server die', async () => {
    const { clock, memory } = service.ports
    const digests: string[] = []
    const { submit } = service.ports.chain
    chainDoes({
      submit: (transaction) => {
        digests.push(transaction.digest)
        return submit(transaction)
      },
    })
    expect([granted(await rotate()).transactionDigest]).toEqual(digests)
    expect([...memory.state.jobs.values()]).toContainEqual(
      expect.objectContaining({
        kind: 'rotate_key',
        subject: drop.id,
        ownerId: drop.creatorId,
        dueAt: clock.now() + 20_000,
      }),
    )
  })

  test('gives vouchers that are out a new while, and leaves other claims as they are', async () => {
    const { clock, memoryChain, store } = service.ports
    const [taken, expired] = [await service.claim(drop, 1), await service.claim(drop, 2)]
    memoryChain.wallet.claim(taken.voucher)
    await service.pass(DEFAULT_SETTINGS.voucherLifetimeMs + 60_000)
    const pending = await service.claim(drop, 3)
    clock.advance(60_000)
    const rotated = granted(await rotate())
    const stateOf = async (grant: typeof taken) => {
      const id = idOfClaim(grant.claim)
      return (await service.dropkit.readClaim(service.owner, id))?.state
    }
    expect((await stateOf(taken))?.kind).toBe('CONFIRMED')
    expect((await stateOf(expired))?.kind).toBe('EXPIRED')
    const expiresAt = clock.now() + DEFAULT_SETTINGS.voucherLifetimeMs
    expect(await stateOf(pending)).toEqual({ kind: 'PENDING', expiresAt })
    const [event] = await store.events({ dropId: drop.id, types: ['drop.key_rotated'], limit: 1 })
    expect(event?.data).toMatchObject({ publicKey: rotated.newPublicKey })
  })

  test('leaves a draw that we deliver ourselves without an end', async () => {
    drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
    const goOnAsUsual = chainDoes({ prepare: async () => unavailable })
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    granted(await service.dropkit.claimRandomDrop(service.owner, input))
    goOnAsUsual()
    granted(await rotate())
    const [draw] = await service.ports.store.undeliveredClaims(drop.id, 9)
    expect(draw?.state).toEqual({ kind: 'PENDING', expiresAt: null })
  })
})

describe('a rotation that the chain refuses to make', () => {
  test('is refused, and the next one may be tried', async () => {
    refuseNext()
    expect(await rotate()).toEqual({
      ok: false,
      error: { kind: 'conflict', reason: 'CHAIN_REFUSED', message: 'The chain refused the new key: no gas' },
    })
    expect(await service.reread(drop)).toMatchObject({ voucherKey: drop.voucherKey, nextVoucherKey: null })
    expect((await rotate()).ok).toBe(true)
  })

  test('is kept where another server has sent it', async () => {
    refuseNext(async () => {
      const goOnAsUsual = chainDoes({ outcome: async () => unavailable })
      expect(await goOn()).toEqual(again())
      goOnAsUsual()
    })
    expect(refusalOf(await rotate())).toBe('conflict')
    const { nextVoucherKey } = await service.reread(drop)
    expect(nextVoucherKey).not.toBeNull()
    expect(await goOn()).toEqual({ kind: 'done' })
    expect(await service.reread(drop)).toMatchObject({ voucherKey: nextVoucherKey, nextVoucherKey: null })
  })

  test('is given up though the drop’s vault is being filled', async () => {
    const sent = await underWay()
    expect(await goOn()).toEqual({ kind: 'done' })
    const filling = {
      ...sent,
      id: idOf('chaintx', 'f'.repeat(32)),
      digest: 'another',
      purpose: { kind: 'fund_vault', deposit: amountOf(1n) } as const,
    }
    await service.ports.store.create({ insert: { chainTransactions: [filling] } })
    refuseNext()
    expect(refusalOf(await rotate())).toBe('conflict')
    expect((await service.reread(drop)).nextVoucherKey).toBeNull()
  })

  test('does not take the next one with it', async () => {
    refuseNext(async () => {
      expect(await goOn()).toEqual({ kind: 'done' })
      const goOnAsUsual = chainDoes({ prepare: async () => unavailable })
      expect(refusalOf(await rotate())).toBe('chain_unavailable')
      goOnAsUsual()
    })
    expect(refusalOf(await rotate())).toBe('conflict')
    expect((await service.reread(drop)).nextVoucherKey).not.toBeNull()
  })
})

describe('a rotation that is taken up in the background', () => {
  test('ends if there is no vault or no drop', async () => {
    expect(await goOn()).toEqual({ kind: 'done' })
    expect(await service.reread(drop)).toMatchObject({ voucherKey: drop.voucherKey, nextVoucherKey: null })
    const nothing = idOf('drop', '0'.repeat(32))
    expect(await putKeyOnChain(service.ports, DEFAULT_SETTINGS, nothing)).toEqual({ kind: 'done' })
  })

  test('is followed until its end is known', async () => {
    await underWay()
    const { nextVoucherKey } = await service.reread(drop)
    const goOnAsUsual = chainDoes({ outcome: async () => unavailable })
    expect(await goOn()).toEqual(again())
    goOnAsUsual()
    expect(await goOn()).toEqual({ kind: 'done' })
    expect((await service.reread(drop)).voucherKey).toEqual(nextVoucherKey)
  })

  test('ends as failed with its reason when the chain refused it, and the drop keeps its old key', async () => {
    await underWay()
    const failed = { kind: 'failed', reason: 'aborted', at: 0 } as const
    const goOnAsUsual = chainDoes({ outcome: async () => ({ ok: true, value: failed }) })
    expect(await goOn()).toEqual(refused('aborted'))
    goOnAsUsual()
    expect(await service.reread(drop)).toMatchObject({ voucherKey: drop.voucherKey, nextVoucherKey: null })

    const { store, signer } = service.ports
    const next = signer.generate(drop.id)
    const stored = { ...(await service.reread(drop)), nextVoucherKey: next }
    await store.create({ update: { drops: [stored] } })
    refuseNext()
    expect(await goOn()).toEqual(refused('no gas'))
    expect((await service.reread(drop)).nextVoucherKey).toBeNull()
  })

  test('runs again for a second transaction that was sent at the same time', async () => {
    const first = await underWay()
    const second = { ...first, id: idOf('chaintx', 'f'.repeat(32)), digest: 'another' }
    await service.ports.store.create({ insert: { chainTransactions: [second] } })
    expect(await goOn()).toEqual(again())
    expect((await openTransactionsOf(service.ports.store, drop.id)).map(({ id }) => id)).toEqual([second.id])
  })
})

describe('a rotation is not begun', () => {
  test('of a drop that is not there, or goes meanwhile', async () => {
    const { store } = service.ports
    expect(refusalOf(await rotate(idOf('drop', '0'.repeat(32))))).toBe('not_found')
    const { changeDrop } = store
    store.changeDrop = async (_id, _question, decide) => ({ ok: true, value: decide(null).result })
    expect(refusalOf(await rotate())).toBe('not_found')
    store.changeDrop = async (...given) => {
      store.changeDrop = changeDrop
      granted(await service.dropkit.deleteDrop(service.owner, drop.id))
      return changeDrop(...given)
    }
    expect(refusalOf(await rotate())).toBe('not_found')
    expect((await service.reread(drop)).nextVoucherKey).toBeNull()
  })

  test('a second time with a key that has been put on the chain meanwhile', async () => {
    const { prepare } = service.ports.chain
    const goOnAsUsual = chainDoes({
      async prepare(action) {
        const prepared = await prepare(action)
        goOnAsUsual()
        expect(await goOn()).toEqual({ kind: 'done' })
        return prepared
      },
    })
    expect(refusalOf(await rotate())).toBe('chain_unavailable')
    const { voucherKey, nextVoucherKey } = await service.reread(drop)
    expect(nextVoucherKey).toBeNull()
    expect(voucherKey.publicKey).not.toBe(drop.voucherKey.publicKey)
  })
})
