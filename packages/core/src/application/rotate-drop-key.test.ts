import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../domain/drop.ts'
import { createTestService, granted, refusalOf, type TestService, testWallet } from '../testing/index.ts'

const KEY = `suiprivkey1${'ab'.repeat(32)}`

let service: TestService
let drop: Drop
let fates: ('lost' | 'taken_unanswered')[]

const rotate = (newPrivateKey?: string) =>
  service.dropkit.rotateDropKey(service.owner, drop.id, {
    reason: 'It leaked',
    ...(newPrivateKey === undefined ? {} : { newPrivateKey }),
  })

const claim = async (number: number) =>
  granted(
    await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) }),
  )

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
  test('puts a new key on the chain, and makes vouchers of the old one worth nothing', async () => {
    const before = await claim(1)
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
    const after = await claim(1)
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
    const old = await claim(1)
    expect((await service.reread(drop)).voucherKey).toEqual(drop.voucherKey)
    memoryChain.setOutage(null)
    expect(take(old.voucher)).toBe('succeeded')
    await service.pass(70_000, 30)
    expect(await keyOnChain()).toBe((await service.reread(drop)).voucherKey.publicKey)
    expect(await service.reread(drop)).toMatchObject({ nextVoucherKey: null })
    expect((await service.reread(drop)).voucherKey).not.toEqual(drop.voucherKey)
    expect((await rotate()).ok).toBe(true)
  })

  test('whose transaction is lost is made anew with the same key', async () => {
    fates = ['lost', 'lost', 'lost']
    expect(refusalOf(await rotate(KEY))).toBe('chain_unavailable')
    const { nextVoucherKey } = await service.reread(drop)
    for (let n = 0; n < 40; n++) {
      fates = n < 20 ? ['lost'] : []
      await service.pass(5_000, 2)
    }
    expect((await service.reread(drop)).voucherKey).toEqual(nextVoucherKey)
    expect(await keyOnChain()).toBe(nextVoucherKey?.publicKey)
  })

  test('changes nothing when the chain refuses it for good', async () => {
    const { vault } = await service.reread(drop)
    if (vault.kind !== 'open') throw new Error('no vault')
    service.ports.memoryChain.state.ledger.vaults.delete(vault.objectId)
    expect(refusalOf(await rotate(KEY))).toBe('conflict')
    expect(await service.reread(drop)).toMatchObject({ voucherKey: drop.voucherKey, nextVoucherKey: null })
  })

  test('needs no chain while the drop has no vault', async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    drop = await service.createDrop()
    const rotated = granted(await rotate())
    expect(rotated.transactionDigest).toBeNull()
    expect((await service.reread(drop)).voucherKey.publicKey).toBe(rotated.newPublicKey)
  })
})
