import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { holdDeliveries, openVaultOf } from '../../../test/test-vault.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import type { SignedVoucher } from '../../ports/index.ts'

const THIEF = testWallet(0xbad)
const LIFETIME_MS = 15 * 60_000

let service: TestService
let drop: Drop
let fates: ('taken' | 'lost' | 'taken_unanswered' | 'impossible')[]

const vaultOf = () => openVaultOf(service, drop)

const onChain = async () => {
  const { objectId } = await vaultOf()
  const { vaults } = service.ports.memoryChain.state.ledger
  const vault = vaults.get(objectId)
  if (!vault) throw new Error('no vault on the chain')
  return {
    ...vault,
    change: (change: Partial<typeof vault>) => vaults.set(objectId, { ...vault, ...change }),
  }
}

const claim = async (number: number) =>
  granted(
    await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) }),
  )

const take = (voucher: SignedVoucher) => service.ports.memoryChain.wallet.claim(voucher).kind

/** A voucher that the drop's own key has signed, though the service has not: the key was stolen. */
async function stolen(more: Partial<SignedVoucher> = {}): Promise<SignedVoucher> {
  const { chain, signer, clock } = service.ports
  const { voucherKey } = await service.reread(drop)
  const voucher = {
    dropObjectId: (await vaultOf()).objectId,
    claimer: THIEF,
    amount: amountOf(10n),
    nonce: 77,
    expiresAt: clock.now() + LIFETIME_MS,
    ...more,
  }
  return { ...voucher, signature: await signer.sign(drop.id, voucherKey, chain.voucherBytes(voucher)) }
}

const eventsOf = async (...types: Parameters<typeof service.ports.store.events>[0]['types'] & object) =>
  service.ports.store.events({ dropId: drop.id, types, limit: 50 })

const resume = () => service.dropkit.updateDrop(service.owner, drop.id, { status: 'ACTIVE' })

const errors = () => service.ports.log.lines.filter(({ level }) => level === 'error')

beforeEach(async () => {
  fates = []
  service = await createTestService({ chain: { onSubmit: () => fates.shift() ?? 'taken' } })
  drop = await service.createDrop()
})

describe('a drop whose vault pays an unknown claim', () => {
  test.each([
    ['of a sequence that there is none of', {}],
    ['of another wallet’s claim', { nonce: 1 }],
    ['of another amount', { nonce: 1, claimer: testWallet(1), amount: amountOf(11n) }],
  ])('is paused, and its vault with it: a voucher %s', async (_, asked) => {
    const mine = await claim(1)
    expect(take(await stolen(asked))).toBe('succeeded')
    await service.pass(1_000)
    expect(await service.reread(drop)).toMatchObject({ status: 'PAUSED', vault: { alarm: 'unknown_claim' } })
    expect((await onChain()).isPaused).toBe(true)
    const [event, ...others] = await eventsOf('drop.paused')
    expect(others).toEqual([])
    expect(event).toMatchObject({ actorId: null, data: { reason: 'unknown_claim', status: 'PAUSED' } })
    expect(errors()).toHaveLength(1)
    expect(await service.ports.store.countVaultAlarms()).toBe(1)
    // Nothing more is paid to any wallet.
    expect(take(await stolen({ nonce: 78 }))).toBe('failed')
    expect(take(mine.voucher)).toBe('failed')
    const input = { dropId: drop.id, userAddress: testWallet(2) }
    expect(refusalOf(await service.dropkit.claimDrop(service.owner, input))).toBe('drop_not_active')
  })

  test('is paused for a voucher whose amount was released long ago', async () => {
    const late = await claim(1)
    await service.pass(LIFETIME_MS + 60_000, 20)
    expect(take(await stolen({ ...late.voucher, expiresAt: service.ports.clock.now() + 1_000 }))).toBe(
      'succeeded',
    )
    await service.pass(1_000)
    expect(await service.reread(drop)).toMatchObject({ status: 'PAUSED', tally: { reservedCount: 0 } })
  })

  test('stays so until its owner resumes it, and pays again then', async () => {
    const mine = await claim(1)
    take(await stolen())
    await service.pass(10 * 60_000, 50)
    expect((await service.reread(drop)).status).toBe('PAUSED')
    const more = await stolen({ nonce: 79 })
    granted(await service.dropkit.rotateDropKey(service.owner, drop.id, { reason: 'It was stolen' }))
    expect((await onChain()).isPaused).toBe(true)
    granted(await resume())
    await service.pass(1_000)
    expect(await service.reread(drop)).toMatchObject({ status: 'ACTIVE', vault: { alarm: null } })
    expect((await onChain()).isPaused).toBe(false)
    expect(take(more), 'by the key that was stolen').toBe('failed')
    const again = await claim(1)
    expect(again.claim.sequence).toBe(mine.claim.sequence)
    expect(take(again.voucher)).toBe('succeeded')
  })

  test('is not stopped again for an alarm that its owner has acknowledged', async () => {
    take(await stolen())
    await service.pass(60_000, 30)
    granted(await resume())
    await service.pass(20 * 60_000, 100)
    expect((await service.reread(drop)).status).toBe('ACTIVE')
    expect(await eventsOf('drop.paused')).toHaveLength(1)
    take(await stolen({ nonce: 78 }))
    await service.pass(60_000, 30)
    expect((await service.reread(drop)).status).toBe('PAUSED')
  })

  test('confirms other claims that the chain shows', async () => {
    const mine = await claim(1)
    take(mine.voucher)
    take(await stolen())
    await service.pass(1_000)
    const { claims } = (await service.ports.store.dropState(drop.id, { allClaims: true })) ?? {}
    expect([...(claims?.values() ?? [])].map(({ state }) => state.kind)).toEqual(['CONFIRMED'])
  })

  test('keeps its status if it is over, and its vault is paused anyway', async () => {
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'ENDED' }))
    take(await stolen())
    await service.pass(1_000)
    expect(await service.reread(drop)).toMatchObject({ status: 'ENDED', vault: { alarm: 'unknown_claim' } })
    expect((await onChain()).isPaused).toBe(true)
    const [event] = await eventsOf('drop.updated')
    expect(event?.data).toMatchObject({ reason: 'unknown_claim', status: 'ENDED' })
  })

  test('is paused on the chain later if the chain was unavailable, or lost or refused the transaction', async () => {
    fates = ['lost', 'taken_unanswered']
    take(await stolen())
    await service.pass(500)
    service.ports.memoryChain.setOutage('down')
    await service.pass(20_000, 20)
    expect((await service.reread(drop)).status).toBe('PAUSED')
    service.ports.memoryChain.setOutage(null)
    await service.pass(120_000, 60)
    expect((await onChain()).isPaused).toBe(true)
    fates = ['impossible']
    granted(await resume())
    await service.pass(3_000, 6)
    expect((await onChain()).isPaused).toBe(false)
  })

  test('still delivers drawn amounts, and stays paused on the chain', async () => {
    drop = await service.createDrop({ tokenAmount: '0', supply: 100 })
    take(await stolen())
    await service.pass(1_000)
    granted(await resume())
    await service.pass(1_000)
    const deliverAgain = holdDeliveries(service.ports.chain)
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    expect(granted(await service.dropkit.claimRandomDrop(service.owner, input)).kind).toBe('drawn')
    take(await stolen({ nonce: 78 }))
    await service.pass(1_000)
    expect((await onChain()).isPaused).toBe(true)
    deliverAgain()
    await service.pass(60_000, 60)
    expect(await service.ports.store.undeliveredClaims(drop.id, 9)).toEqual([])
    expect((await onChain()).isPaused).toBe(true)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
    await service.pass(60_000, 60)
    expect((await service.reread(drop)).vault.kind).toBe('closed')
  })
})

describe('a vault that differs from the ledger', () => {
  test('because an amount is missing stops its drop, whichever account took it', async () => {
    take((await claim(1)).voucher)
    await claim(2)
    await service.pass(60_000, 60)
    const { balance, change } = await onChain()
    change({ balance: balance - 1n })
    await service.pass(60_000, 60)
    expect(await service.reread(drop)).toMatchObject({
      status: 'PAUSED',
      vault: { alarm: 'missing_amount', missing: 1n },
    })
    expect((await onChain()).isPaused).toBe(true)
    const [event] = await eventsOf('drop.paused')
    expect(event?.data).toMatchObject({ reason: 'missing_amount', missing: '1' })
    granted(await resume())
    await service.pass(30 * 60_000, 100)
    expect((await service.reread(drop)).status).toBe('ACTIVE')
    const later = await onChain()
    later.change({ balance: later.balance - 1n })
    await service.pass(60_000, 60)
    expect(await service.reread(drop)).toMatchObject({ status: 'PAUSED', vault: { missing: 2n } })
  })

  test('because it checks vouchers by another key stops it', async () => {
    const { change, publicKey } = await onChain()
    change({ publicKey: 'dGhlaXJz' })
    await service.pass(60_000, 60)
    expect(await service.reread(drop)).toMatchObject({ status: 'PAUSED', vault: { alarm: 'unknown_key' } })
    granted(await resume())
    await service.pass(120_000, 60)
    expect((await service.reread(drop)).status, 'it still does').toBe('PAUSED')
    ;(await onChain()).change({ publicKey })
    granted(await resume())
    await service.pass(120_000, 60)
    expect((await service.reread(drop)).status).toBe('ACTIVE')
  })

  test('because it is not there any more stops it', async () => {
    const { objectId } = await onChain()
    service.ports.memoryChain.state.ledger.vaults.delete(objectId)
    await service.pass(60_000, 60)
    expect(await service.reread(drop)).toMatchObject({ status: 'PAUSED', vault: { alarm: 'vault_gone' } })
  })

  test('is found among many, some at a time', async () => {
    const drops = [drop]
    for (let n = 0; n < 120; n++) drops.push(await service.createDrop())
    let asked = 0
    replaceMethod(service.ports.chain, 'vaults', async (vaults, ids) => {
      asked = Math.max(asked, ids.length)
      return vaults(ids)
    })
    drop = drops[77] ?? drop
    ;(await onChain()).change({ balance: 3n })
    await service.pass(180_000, 60)
    const statuses = await Promise.all(drops.map(async (each) => (await service.reread(each)).status))
    expect(statuses.flatMap((status, n) => (status === 'PAUSED' ? [n] : []))).toEqual([77])
    expect(asked).toBe(50)
  })
})

describe('no drop is stopped', () => {
  const calm = async () => {
    expect(await service.ports.store.countVaultAlarms()).toBe(0)
    expect((await service.reread(drop)).status).toBe('ACTIVE')
    expect((await onChain()).isPaused).toBe(false)
  }

  test('because of a deposit', async () => {
    const { coinType, objectId: dropObjectId } = await onChain()
    const { wallet } = service.ports.memoryChain
    wallet.faucet(THIEF, coinType, amountOf(5n))
    const deposit = await service.ports.chain.prepareDeposit({ dropObjectId, coinType }, amountOf(5n), THIEF)
    expect(wallet.execute(THIEF, deposit.ok ? deposit.value : '').kind).toBe('succeeded')
    await service.pass(120_000, 60)
    await calm()
  })

  test('because the chain has paid claims that the service has not been shown yet', async () => {
    const { chain } = service.ports
    const { claimsAfter } = chain
    Object.assign(chain, {
      claimsAfter: async () => ({ ok: false, error: { kind: 'chain_unavailable', reason: 'behind' } }),
    })
    for (let number = 1; number <= 20; number++) take((await claim(number)).voucher)
    await service.pass(LIFETIME_MS + 120_000, 200)
    expect((await onChain()).balance).toBe(800n)
    await calm()
    Object.assign(chain, { claimsAfter })
    await service.pass(60_000, 60)
    await calm()
  })

  test('because claims, payments, releases and key changes happen between the reads', async () => {
    for (let round = 0; round < 30; round++) {
      const { voucher } = await claim(round + 1)
      if (round % 3 !== 2) take(voucher)
      if (round % 5 === 0) {
        granted(await service.dropkit.rotateDropKey(service.owner, drop.id, { reason: 'Now and then' }))
      }
      await service.pass(7_000, 7)
    }
    await service.pass(LIFETIME_MS, 100)
    await calm()
  })
})
