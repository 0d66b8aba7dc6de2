import {
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testLinkKeys,
  testLinkSignature,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { claimLinkMessage } from '../../domain/claim-link.ts'
import type { Drop } from '../../domain/drop.ts'
import { bytesOfHex } from '../../domain/encodings.ts'
import { type Caller, NOBODY } from '../../domain/user.ts'

const VISITOR: Caller = {
  user: NOBODY,
  credential: { kind: 'visitor', expiresAt: Number.MAX_SAFE_INTEGER, dropId: null },
} as unknown as Caller

let service: TestService
let drop: Drop

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop({ isLinkOnly: true })
})

const privateKey = (n: number) => bytesOfHex(n.toString(16).padStart(64, '0')) ?? new Uint8Array()

async function linkWithKey(n: number, terms: object = {}): Promise<string> {
  const [publicKey = ''] = await testLinkKeys.publicKeysOf([privateKey(n)])
  granted(
    await service.dropkit.createClaimLinks(service.owner, {
      dropId: drop.id,
      publicKeys: [publicKey],
      ...terms,
    }),
  )
  return publicKey
}

function use(n: number, linkId: string, wallet: number, more: object = {}) {
  const userAddress = testWallet(wallet)
  const signature = testLinkSignature(privateKey(n), claimLinkMessage(drop.id, linkId, userAddress))
  return service.dropkit.claimWithLink(VISITOR, { dropId: drop.id, linkId, userAddress, signature, ...more })
}

const statusOf = async (id: string) => {
  const used = await service.dropkit.readClaimLink(VISITOR, { dropId: drop.id, id })
  return used?.claim?.state.kind ?? (used?.link.revokedAt == null ? 'free' : 'revoked')
}

describe('a claim link', () => {
  test('allows an anonymous visitor to claim for any wallet, and returns the same claim again', async () => {
    const link = await linkWithKey(1)
    const first = granted(await use(1, link, 7))
    expect(first.claim).toMatchObject({ claimer: testWallet(7), amount: 10n, callerId: drop.creatorId })
    expect(granted(await use(1, link, 7))).toEqual(first)
    service.ports.memoryChain.wallet.claim(first.voucher ?? expect.fail('no voucher'))
    await service.pass(3_000)
    expect(await statusOf(link)).toBe('CONFIRMED')
    expect(granted(await use(1, link, 7))).toMatchObject({ claim: { sequence: 1 }, voucher: null })
    expect((await service.reread(drop)).tally.reservedCount).toBe(1)
  })

  test('pays one wallet only', async () => {
    const link = await linkWithKey(1)
    granted(await use(1, link, 7))
    expect(refusalOf(await use(1, link, 8))).toBe('link_used')
  })

  test('does not pay another wallet, drop or link than the signature names', async () => {
    const [link, other] = [await linkWithKey(1), await linkWithKey(2)]
    const userAddress = testWallet(7)
    const signature = testLinkSignature(privateKey(1), claimLinkMessage(drop.id, link, userAddress))
    const order = { dropId: drop.id, linkId: link, userAddress, signature }
    const second = await service.createDrop({ isLinkOnly: true })
    const redirected = [
      { ...order, userAddress: testWallet(8) },
      { ...order, linkId: other },
      { ...order, dropId: second.id },
      { ...order, signature: '' },
    ]
    for (const forged of redirected)
      expect(refusalOf(await service.dropkit.claimWithLink(VISITOR, forged))).toBe('link_signature_invalid')
    granted(await service.dropkit.claimWithLink(VISITOR, order))
  })

  test('can be used again once its claim has expired', async () => {
    const link = await linkWithKey(1)
    granted(await use(1, link, 7))
    await service.pass(3 * 3_600_000, 6)
    expect(await statusOf(link)).toBe('EXPIRED')
    expect(granted(await use(1, link, 8)).claim).toMatchObject({ sequence: 2, claimer: testWallet(8) })
    expect(refusalOf(await use(1, link, 7))).toBe('link_used')
  })

  test('says why it cannot be used', async () => {
    const late = await linkWithKey(1, { expiresAt: service.ports.clock.now() + 1_000 })
    const revoked = await linkWithKey(2)
    const ids = [revoked]
    expect(granted(await service.dropkit.revokeClaimLinks(service.owner, { dropId: drop.id, ids }))).toBe(1)
    expect(granted(await service.dropkit.revokeClaimLinks(service.owner, { dropId: drop.id, ids }))).toBe(0)
    expect(refusalOf(await use(2, revoked, 7))).toBe('link_revoked')
    await service.pass(1_000)
    expect(refusalOf(await use(1, late, 7))).toBe('link_expired')
    const unknown = (await testLinkKeys.publicKeysOf([privateKey(3)]))[0] ?? ''
    expect(await use(3, unknown, 7)).toMatchObject({ error: { kind: 'not_found', what: 'Claim link' } })
  })

  test('does not count as used when the drop refuses the claim', async () => {
    drop = await service.createDrop({ isLinkOnly: true, maxAmount: '10' })
    const [first, second] = [await linkWithKey(1), await linkWithKey(2)]
    granted(await use(1, first, 7))
    expect(refusalOf(await use(2, second, 8))).toBe('drop_sold_out')
    expect(await statusOf(second)).toBe('free')
  })

  test('is not spent on a wallet that has claimed before', async () => {
    const [first, second] = [await linkWithKey(1), await linkWithKey(2)]
    granted(await use(1, first, 7))
    expect(refusalOf(await use(2, second, 7))).toBe('already_claimed')
    expect(await statusOf(second)).toBe('free')
  })

  test('gives its own amount where the claimer would name one', async () => {
    drop = await service.createDrop({ tokenAmount: null })
    const link = await linkWithKey(1, { amount: '250' })
    expect(refusalOf(await use(1, link, 7, { amount: '251' }))).toBe('bad_user_input')
    expect(granted(await use(1, link, 7)).claim.amount).toBe(250n)
  })

  test('does not answer a request for another amount with its claim', async () => {
    drop = await service.createDrop({ tokenAmount: null })
    const link = await linkWithKey(1)
    const { claim, voucher } = granted(await use(1, link, 7, { amount: '5' }))
    expect(await use(1, link, 7, { amount: '6' })).toMatchObject({
      error: { kind: 'conflict', reason: 'PENDING_CLAIM', details: { amount: '5' } },
    })
    for (const same of [{ amount: '5' }, {}])
      expect(granted(await use(1, link, 7, same)).claim.sequence).toBe(claim.sequence)
    service.ports.memoryChain.wallet.claim(voucher ?? expect.fail('no voucher'))
    await service.pass(3_000)
    expect(refusalOf(await use(1, link, 7, { amount: '6' }))).toBe('link_used')
  })

  test('leaves each of the claims of a wallet to be claimed again by its amount', async () => {
    drop = await service.createDrop({ tokenAmount: null, maxPerWallet: 3 })
    const links = [await linkWithKey(1), await linkWithKey(2)] as const
    granted(await use(1, links[0], 7, { amount: '5' }))
    granted(await use(2, links[1], 7, { amount: '4' }))
    const again = (amount: string | null) =>
      service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(7), amount })
    const sequences = [await again('4'), await again('5'), await again(null)].map(
      (answer) => granted(answer).claim.sequence,
    )
    expect(sequences).toEqual([2, 1, 1])
    expect(refusalOf(await again('3'))).toBe('conflict')
  })

  test.each([
    ['another amount', '9', 9n],
    ['a random one', '0', expect.any(BigInt)],
  ])('gives what the drop gives once its owner has changed it to %s', async (_, tokenAmount, amount) => {
    drop = await service.createDrop({ tokenAmount: null })
    const link = await linkWithKey(1, { amount: '7' })
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { tokenAmount }))
    expect(granted(await use(1, link, 7)).claim.amount).toEqual(amount)
  })

  test('is required if the drop is link-only', async () => {
    const order = { dropId: drop.id, userAddress: testWallet(7) }
    expect(refusalOf(await service.dropkit.claimDrop(service.owner, order))).toBe('link_required')
  })

  test('draws on a random drop', async () => {
    drop = await service.createDrop({ tokenAmount: '0', supply: 2, maxAmount: '50' })
    const link = await linkWithKey(1)
    const { claim, voucher } = granted(await use(1, link, 7))
    expect(voucher).toBeNull()
    await service.pass(20_000, 8)
    expect(granted(await use(1, link, 7)).claim).toMatchObject({
      amount: claim.amount,
      state: { kind: 'CONFIRMED' },
    })
  })
})

test('one link that many use at once pays one wallet', async () => {
  const link = await linkWithKey(1)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => use(1, link, 10 + (n % 20))))
  const paid = new Set(answers.flatMap((answer) => (answer.ok ? [answer.value.claim.claimer] : [])))
  expect(paid.size).toBe(1)
  expect(new Set(answers.map((answer) => (answer.ok ? 'granted' : answer.error.kind)))).toEqual(
    new Set(['granted', 'link_used']),
  )
  expect((await service.reread(drop)).tally.reservedCount).toBe(1)
})

describe('links with generated keys', () => {
  test('are returned as private keys that follow from one secret', async () => {
    const made = granted(await service.dropkit.createClaimLinks(service.owner, { dropId: drop.id, count: 3 }))
    const keys = made.keys?.privateKeys() ?? []
    expect([made.count, new Set(keys).size, made.keys?.secret]).toEqual([
      3,
      3,
      expect.stringMatching(/^[\w-]{43}$/),
    ])
    const page = { dropId: drop.id, limit: 2 }
    const [newest, next] = granted(await service.dropkit.listClaimLinks(service.owner, page))
    expect([newest?.link.id, next?.link.id].every((id) => id !== undefined && !keys.includes(id))).toBe(true)
    expect(
      JSON.stringify(await service.ports.store.listClaimLinks(drop.id, { limit: 9 }), bigints),
    ).not.toContain(keys[0])
  })

  test.each([
    ['neither a count nor keys', {}, 'count'],
    ['both', { count: 1, publicKeys: ['x'] }, 'count'],
    ['none', { count: 0 }, 'count'],
    ['too many', { count: 100_001 }, 'count'],
    ['what is no key', { publicKeys: ['short'] }, 'publicKeys'],
    ['an empty list', { publicKeys: [] }, 'publicKeys'],
    ['a time that is over', { count: 1, expiresAt: 0 }, 'expiresAt'],
    ['an amount that the drop does not give', { count: 1, amount: '11' }, 'amount'],
  ])('are refused for %s', async (_, terms, field) => {
    const refused = await service.dropkit.createClaimLinks(service.owner, { dropId: drop.id, ...terms })
    expect(refused).toMatchObject({ ok: false, error: { kind: 'bad_user_input', field } })
  })
})

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

describe('only the owner of a drop', () => {
  test('makes, lists and revokes its links', async () => {
    const link = await linkWithKey(1)
    const stranger = await service.callerOf('stranger')
    const { dropkit } = service
    const dropId = drop.id
    expect(refusalOf(await dropkit.createClaimLinks(stranger, { dropId, count: 1 }))).toBe('forbidden')
    expect(refusalOf(await dropkit.listClaimLinks(stranger, { dropId }))).toBe('forbidden')
    expect(refusalOf(await dropkit.revokeClaimLinks(stranger, { dropId, ids: [link] }))).toBe('forbidden')
  })
})

test('a lottery has no links, because they would not admit their holders', async () => {
  const entriesCloseAt = service.ports.clock.now() + 60_000
  const lottery = await service.createDrop({ admission: 'LOTTERY', entriesCloseAt, supply: 2 })
  const made = await service.dropkit.createClaimLinks(service.owner, { dropId: lottery.id, count: 1 })
  expect(made).toMatchObject({ error: { field: 'dropId', reason: 'NOT_FOR_THIS_DROP' } })
})

test('a priced drop has no links', async () => {
  const priced = await service.createDrop({ price: 2 })
  const made = await service.dropkit.createClaimLinks(service.owner, { dropId: priced.id, count: 1 })
  expect(refusalOf(made)).toBe('conflict')
  const terms = { title: 'P', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '9', tokenAmount: '1' } as const
  const both = { ...terms, existingTokenId: service.tokenId, price: 2, isLinkOnly: true }
  expect(await service.dropkit.createDrop(service.owner, both)).toMatchObject({
    error: { field: 'isLinkOnly' },
  })
})
