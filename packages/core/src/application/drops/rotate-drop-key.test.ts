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
import { replaceMethod } from '../../../test/replace-method.ts'
import { openVaultOf } from '../../../test/test-vault.ts'
import { amountOf } from '../../domain/amount.ts'
import { idOfClaim } from '../../domain/claim.ts'
import { type Drop, publicKeysOf } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { putKeyOnChain } from './rotate-drop-key.ts'

const KEY = `suiprivkey1${'ab'.repeat(32)}`

const unavailable = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const

let service: TestService
let drop: Drop
let fates: ('lost' | 'taken_unanswered')[]

const rotate = (newPrivateKey?: string) =>
  service.dropkit.rotateDropKey(service.owner, drop.id, {
    reason: 'It leaked',
    ...(newPrivateKey === undefined ? {} : { newPrivateKey }),
  })

const take = (voucher: Parameters<TestService['ports']['memoryChain']['wallet']['claim']>[0]) =>
  service.ports.memoryChain.wallet.claim(voucher).kind

const keyOnChain = async () => {
  const { vault } = await service.reread(drop)
  const vaults = vault.kind === 'none' ? undefined : await service.ports.chain.vaults([vault.objectId])
  return vaults?.ok && vault.kind !== 'none' ? vaults.value.get(vault.objectId)?.publicKey : undefined
}

beforeEach(async () => {
  fates = []
  service = await createTestService({ chain: { onSubmit: () => fates.shift() ?? 'taken' } })
  drop = await service.createDrop()
})

describe('rotating a drop’s key', () => {
  test('puts a new key on the chain, and invalidates vouchers of the old one', async () => {
    const before = await service.claim(drop, 1)
    service.ports.clock.advance(60_000)
    const rotated = granted(await rotate())
    expect(rotated.newPublicKey).not.toBe(drop.voucherKey.publicKey)
    expect(rotated.transactionDigest).not.toBeNull()
    expect(await keyOnChain()).toBe(rotated.newPublicKey)
    expect(await service.reread(drop)).toMatchObject({
      voucherKey: { publicKey: rotated.newPublicKey },
      nextVoucherKey: null,
    })
    expect(take(before.voucher)).toBe('failed')
    const after = await service.claim(drop, 1)
    expect([after.voucher.nonce, after.voucher.amount]).toEqual([before.voucher.nonce, before.voucher.amount])
    expect(after.voucher.expiresAt).toBe(before.voucher.expiresAt + 60_000)
    expect(take(after.voucher)).toBe('succeeded')
    const events = await service.ports.store.events({
      dropId: drop.id,
      types: ['drop.key_rotated'],
      limit: 9,
    })
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? '' : value))).not.toContain(
      rotated.newPrivateKey,
    )
  })

  test('keeps the former keys with the drop, also when the log has no rotation', async () => {
    const keys = [drop.voucherKey.publicKey]
    for (let n = 0; n < 3; n++) {
      const rotated = granted(await rotate())
      service.ports.clock.advance(60_000)
      keys.unshift(rotated.newPublicKey)
    }
    await service.createDrop()
    await service.dropkit.deliverWebhooks()
    const { clock, retention, store } = service.ports
    await retention.deleteExpired('events', clock.now(), 1_000)
    expect(await store.events({ dropId: drop.id, types: ['drop.key_rotated'], limit: 9 })).toEqual([])
    const rotated = await service.reread(drop)
    expect(publicKeysOf(rotated)).toEqual(keys)
    expect(rotated.formerKeys?.isComplete).toBe(true)
  })

  test('takes a key that is given, and gives it back', async () => {
    const rotated = granted(await rotate(KEY))
    expect(rotated.newPrivateKey).toBe(KEY)
    expect(refusalOf(await rotate('suiprivkey1nonsense'))).toBe('bad_user_input')
  })

  test('is its owner’s alone', async () => {
    const stranger = await service.callerOf('stranger')
    const input = { reason: 'Mine now' }
    expect(refusalOf(await service.dropkit.rotateDropKey(stranger, drop.id, input))).toBe('forbidden')
    expect(refusalOf(await service.dropkit.rotateDropKey(service.owner, 'drop_1', input))).toBe('not_found')
    expect(refusalOf(await service.dropkit.rotateDropKey(service.owner, drop.id, { reason: '' }))).toBe(
      'bad_user_input',
    )
    expect((await service.reread(drop)).voucherKey).toEqual(drop.voucherKey)
  })

  test('goes on in the background when the chain does not answer, one at a time', async () => {
    fates = ['taken_unanswered']
    const { memoryChain } = service.ports
    memoryChain.setOutage('down')
    expect(refusalOf(await rotate(KEY))).toBe('chain_unavailable')
    expect(refusalOf(await rotate())).toBe('conflict')
    const old = await service.claim(drop, 1)
    expect((await service.reread(drop)).voucherKey).toEqual(drop.voucherKey)
    memoryChain.setOutage(null)
    expect(take(old.voucher)).toBe('succeeded')
    await service.pass(70_000, 30)
    expect(await keyOnChain()).toBe((await service.reread(drop)).voucherKey.publicKey)
    expect(await service.reread(drop)).toMatchObject({ nextVoucherKey: null })
    expect((await service.reread(drop)).voucherKey).not.toEqual(drop.voucherKey)
    expect((await rotate()).ok).toBe(true)
  })

  test('finishes a rotation that was completed elsewhere', async () => {
    const { chain, store } = service.ports
    const { outcome } = chain
    Object.assign(chain, { outcome: async () => unavailable })
    drop = await service.createDrop()
    Object.assign(chain, { outcome })
    expect((await service.reread(drop)).vault).toEqual({ kind: 'none' })
    replaceMethod(store, 'dropState', async (dropState, ...asked) => {
      Object.assign(store, { dropState })
      await service.runJobs()
      return dropState(...asked)
    })
    const rotated = granted(await rotate())
    expect(await keyOnChain()).toBe(rotated.newPublicKey)
    expect((await service.reread(drop)).voucherKey.publicKey).toBe(rotated.newPublicKey)
  })

  test('that one server sees to its end late leaves the next rotation alone', async () => {
    const { chain, store } = service.ports
    const { outcome } = chain
    Object.assign(chain, { outcome: async () => unavailable })
    expect(refusalOf(await rotate())).toBe('chain_unavailable')
    Object.assign(chain, { outcome })
    const [first] = await openTransactionsOf(store, drop.id)
    if (!first) throw new Error('no transaction')
    let isFirst = true
    Object.assign(chain, {
      async outcome(digest: string) {
        const answer = await outcome(digest)
        if (digest !== first.digest || !isFirst) return answer
        isFirst = false
        await putKeyOnChain(service.ports, DEFAULT_SETTINGS, drop.id)
        fates = ['lost']
        expect(refusalOf(await rotate())).toBe('chain_unavailable')
        return answer
      },
    })
    await putKeyOnChain(service.ports, DEFAULT_SETTINGS, drop.id)
    const { voucherKey, nextVoucherKey } = await service.reread(drop)
    expect(nextVoucherKey).not.toBeNull()
    expect(await keyOnChain()).toBe(voucherKey.publicKey)
    await service.pass(120_000, 20)
    expect(await service.reread(drop)).toMatchObject({ voucherKey: nextVoucherKey, nextVoucherKey: null })
    expect(await keyOnChain()).toBe(nextVoucherKey?.publicKey)
  })

  test('that was prepared while it was completed elsewhere is not used for the next one', async () => {
    const { chain } = service.ports
    replaceMethod(chain, 'prepare', async (prepare, action) => {
      const prepared = await prepare(action)
      Object.assign(chain, { prepare })
      await putKeyOnChain(service.ports, DEFAULT_SETTINGS, drop.id)
      Object.assign(chain, { prepare: async () => unavailable })
      expect(refusalOf(await rotate())).toBe('chain_unavailable')
      return prepared
    })
    expect(refusalOf(await rotate())).toBe('chain_unavailable')
    const { voucherKey, nextVoucherKey } = await service.reread(drop)
    expect(nextVoucherKey).not.toBeNull()
    expect(await keyOnChain()).toBe(voucherKey.publicKey)
  })

  test('that a slow chain holds up is not begun a second time in the background', async () => {
    const { chain, store } = service.ports
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    let prepared = 0
    replaceMethod(chain, 'prepare', async (prepare, action) => {
      prepared++
      await held
      return prepare(action)
    })
    const rotating = rotate(KEY)
    await service.pass(10_000, 20)
    go()
    granted(await rotating)
    await service.pass(70_000, 20)
    expect(prepared).toBe(1)
    expect(await openTransactionsOf(store, drop.id)).toEqual([])
  })

  test('whose transaction is lost is repeated with the same key', async () => {
    const digests = new Set<string>()
    let isLost = false
    const onSubmit = ({ digest }: { readonly digest: string }) => {
      digests.add(digest)
      return isLost ? ('lost' as const) : ('taken' as const)
    }
    service = await createTestService({ chain: { onSubmit } })
    drop = await service.createDrop()
    isLost = true
    digests.clear()
    expect(refusalOf(await rotate(KEY))).toBe('chain_unavailable')
    const { nextVoucherKey } = await service.reread(drop)
    // The same bytes while they may still come, others once the chain shows that they never will.
    await service.pass(50_000, 20)
    expect(digests.size).toBe(1)
    await service.pass(50_000, 20)
    expect(digests.size).toBe(2)
    expect((await service.reread(drop)).nextVoucherKey).toEqual(nextVoucherKey)
    isLost = false
    await service.pass(10_000, 10)
    expect((await service.reread(drop)).voucherKey).toEqual(nextVoucherKey)
    expect(await keyOnChain()).toBe(nextVoucherKey?.publicKey)
  })

  test('changes nothing if the chain refuses it permanently', async () => {
    const vault = await openVaultOf(service, drop)
    service.ports.memoryChain.state.ledger.vaults.delete(vault.objectId)
    expect(refusalOf(await rotate(KEY))).toBe('conflict')
    expect(await service.reread(drop)).toMatchObject({ voucherKey: drop.voucherKey, nextVoucherKey: null })
  })

  test('that ran without an answer is followed after the drop is deleted, and its owed claims are paid', async () => {
    const { memoryChain } = service.ports
    drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
    fates = ['taken_unanswered']
    memoryChain.setOutage('down')
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    expect(granted(await service.dropkit.claimRandomDrop(service.owner, input)).kind).toBe('drawn')
    memoryChain.setOutage(null)
    const { chain } = service.ports
    const outcome = chain.outcome
    Object.assign(chain, { outcome: async () => unavailable })
    expect(refusalOf(await rotate(KEY))).toBe('chain_unavailable')
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    Object.assign(chain, { outcome })
    await service.pass(40_000, 40)
    expect(await service.reread(drop)).toMatchObject({ nextVoucherKey: null, vault: { kind: 'closed' } })
    expect(await service.ports.store.undeliveredClaims(drop.id, 9)).toEqual([])
  })

  test('waits for a vault that is being made with the old key, and changes it there', async () => {
    service = await createTestService({ chain: { onSubmit: () => fates.shift() ?? 'taken' } })
    const { chain } = service.ports
    const outcome = chain.outcome
    Object.assign(chain, { outcome: async () => unavailable })
    fates = ['taken_unanswered']
    drop = await service.createDrop()
    expect((await service.reread(drop)).vault.kind).toBe('none')
    expect(refusalOf(await rotate(KEY))).toBe('chain_unavailable')
    expect((await service.reread(drop)).voucherKey).toEqual(drop.voucherKey)
    Object.assign(chain, { outcome })
    await service.pass(30_000, 30)
    const { voucherKey, nextVoucherKey } = await service.reread(drop)
    expect(nextVoucherKey).toBeNull()
    expect(voucherKey.publicKey).not.toBe(drop.voucherKey.publicKey)
    expect(await keyOnChain()).toBe(voucherKey.publicKey)
    expect(take((await service.claim(drop, 1)).voucher)).toBe('succeeded')
  })

  test('keeps a vault from being made with the old key meanwhile', async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    const made = await service.createDrop({ type: 'NFT' })
    drop = made
    const { chain } = service.ports
    const prepare = chain.prepare
    let rotated: Awaited<ReturnType<typeof rotate>> | undefined
    Object.assign(chain, {
      prepare: async (action: Parameters<typeof prepare>[0]) => {
        const prepared = await prepare(action)
        if (action.kind === 'open_vault' && rotated === undefined) rotated = await rotate(KEY)
        return prepared
      },
    })
    await service.pass(30_000, 30)
    expect(rotated?.ok).toBe(true)
    const { voucherKey } = await service.reread(drop)
    expect(voucherKey.publicKey).not.toBe(made.voucherKey.publicKey)
    expect(await keyOnChain()).toBe(voucherKey.publicKey)
  })

  test('that was interrupted is seen to its end before a vault is begun', async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    drop = await service.createDrop({ type: 'NFT' })
    const { store, signer, jobs, clock } = service.ports
    const next = signer.generate(drop.id)
    // As a server leaves it that stops right after it has kept the next key.
    await store.changeDrop(drop.id, {}, (dropState) => {
      if (dropState === null) throw new Error('no drop')
      return { result: undefined, update: { drops: [{ ...dropState.drop, nextVoucherKey: next }] } }
    })
    await service.pass(30_000, 10)
    expect((await service.reread(drop)).vault.kind).toBe('none')
    await jobs.request([
      { kind: 'rotate_key', subject: drop.id, ownerId: drop.creatorId, dueAt: clock.now() },
    ])
    await service.pass(120_000, 20)
    expect(await service.reread(drop)).toMatchObject({ voucherKey: next, nextVoucherKey: null })
    expect(await keyOnChain()).toBe(next.publicKey)
  })

  test('needs no chain while the drop has no vault', async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    drop = await service.createDrop()
    const rotated = granted(await rotate())
    expect(rotated.transactionDigest).toBeNull()
    expect((await service.reread(drop)).voucherKey.publicKey).toBe(rotated.newPublicKey)
  })
})

const impossible = { ok: false, error: { kind: 'not_possible', reason: 'no gas' } } as const

describe('the end of a key rotation', () => {
  beforeEach(async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: true } })
    drop = await service.createDrop()
  })

  const rotateDrop = (id: string = drop.id) =>
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
    expect(refusalOf(await rotateDrop())).toBe('chain_unavailable')
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
      expect([granted(await rotateDrop()).transactionDigest]).toEqual(digests)
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
      const rotated = granted(await rotateDrop())
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
      granted(await rotateDrop())
      const [draw] = await service.ports.store.undeliveredClaims(drop.id, 9)
      expect(draw?.state).toEqual({ kind: 'PENDING', expiresAt: null })
    })
  })

  describe('a rotation that the chain refuses to make', () => {
    test('is refused, and the next one may be tried', async () => {
      refuseNext()
      expect(await rotateDrop()).toEqual({
        ok: false,
        error: {
          kind: 'conflict',
          reason: 'CHAIN_REFUSED',
          message: 'The chain refused the new key: no gas',
        },
      })
      expect(await service.reread(drop)).toMatchObject({ voucherKey: drop.voucherKey, nextVoucherKey: null })
      expect((await rotateDrop()).ok).toBe(true)
    })

    test('is kept where another server has sent it', async () => {
      refuseNext(async () => {
        const goOnAsUsual = chainDoes({ outcome: async () => unavailable })
        expect(await goOn()).toEqual(again())
        goOnAsUsual()
      })
      expect(refusalOf(await rotateDrop())).toBe('conflict')
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
      expect(refusalOf(await rotateDrop())).toBe('conflict')
      expect((await service.reread(drop)).nextVoucherKey).toBeNull()
    })

    test('does not take the next one with it', async () => {
      refuseNext(async () => {
        expect(await goOn()).toEqual({ kind: 'done' })
        const goOnAsUsual = chainDoes({ prepare: async () => unavailable })
        expect(refusalOf(await rotateDrop())).toBe('chain_unavailable')
        goOnAsUsual()
      })
      expect(refusalOf(await rotateDrop())).toBe('conflict')
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
      expect((await openTransactionsOf(service.ports.store, drop.id)).map(({ id }) => id)).toEqual([
        second.id,
      ])
    })
  })

  describe('a rotation is not begun', () => {
    test('of a drop that is not there, or goes meanwhile', async () => {
      const { store } = service.ports
      expect(refusalOf(await rotateDrop(idOf('drop', '0'.repeat(32))))).toBe('not_found')
      const { changeDrop } = store
      store.changeDrop = async (_id, _question, decide) => ({ ok: true, value: decide(null).result })
      expect(refusalOf(await rotateDrop())).toBe('not_found')
      store.changeDrop = async (...given) => {
        store.changeDrop = changeDrop
        granted(await service.dropkit.deleteDrop(service.owner, drop.id))
        return changeDrop(...given)
      }
      expect(refusalOf(await rotateDrop())).toBe('not_found')
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
      expect(refusalOf(await rotateDrop())).toBe('chain_unavailable')
      const { voucherKey, nextVoucherKey } = await service.reread(drop)
      expect(nextVoucherKey).toBeNull()
      expect(voucherKey.publicKey).not.toBe(drop.voucherKey.publicKey)
    })
  })
})
