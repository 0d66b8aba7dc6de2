import {
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testLinkKeys,
  testLinkSignature,
  testWallet,
} from '@dropkit/testing'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAtChanges, replaceMethod } from '../../../test/replace-method.ts'
import { idOfClaim, voucherExpiryOf } from '../../domain/claim.ts'
import { type ClaimLinkId, claimLinkMessage } from '../../domain/claim-link.ts'
import type { Drop } from '../../domain/drop.ts'
import { bytesOfHex } from '../../domain/encodings.ts'
import { DAY_MS } from '../../domain/instant.ts'
import type { Change, DropStateQuery, IdempotencyLease } from '../../ports/index.ts'
import { createDropkit, type Dropkit } from '../dropkit.ts'
import type { CreateDropInput } from '../drops/create-drop.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'

const { voucherLifetimeMs, expiryMarginMs } = DEFAULT_SETTINGS

type ValueOf<T> = T extends fc.Arbitrary<infer Value> ? Value : never

let service: TestService
let drop: Drop

const input = (number: number) => ({ dropId: drop.id, userAddress: testWallet(number) })
const claim = (number: number) => service.dropkit.claimDrop(service.owner, input(number))
const draw = (number: number) => service.dropkit.claimRandomDrop(service.owner, input(number))

const createRandomDrop = () => service.createDrop({ tokenAmount: '0', supply: 10 })

/** Records the queries and writes of each later change of a drop. */
function recordChanges() {
  const { store } = service.ports
  const recorded: { query: DropStateQuery; change: Change<unknown> }[] = []
  lookAtChanges(store, (change, query) => recorded.push({ query, change }))
  return recorded
}

/** Makes the next changes of drops fail with these errors, before or after their commit. */
function failNext(faults: readonly Error[], isCommitted = false) {
  const { store } = service.ports
  const { changeDrop } = store
  const left = [...faults]
  return vi.spyOn(store, 'changeDrop').mockImplementation(async (...asked) => {
    const fault = left.shift()
    if (fault === undefined) return changeDrop(...asked)
    if (isCommitted) await changeDrop(...asked)
    throw fault
  })
}

const unavailable = () =>
  Object.assign(new Error('the store is away'), { name: 'StoreUnavailable', retryable: true })

const reservedNow = async () => (await service.reread(drop)).tally.reservedCount

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop()
})

describe('a batch of claims', () => {
  test('loads no facts from the store if the drop has no rules', async () => {
    const recorded = recordChanges()
    granted(await claim(1))
    expect(recorded.map(({ query }) => query)).toEqual([{ wallets: [testWallet(1)], facts: undefined }])
  })

  test('has its vouchers looked after when they run out, and delivers nothing', async () => {
    const recorded = recordChanges()
    const dueAt = service.ports.clock.now() + voucherLifetimeMs + expiryMarginMs
    granted(await claim(1))
    expect(recorded.at(-1)?.change.jobs).toEqual([
      { kind: 'expire_claims', subject: drop.id, ownerId: drop.creatorId, dueAt },
    ])
  })

  test('schedules the delivery of drawn claims at once, and no expiry', async () => {
    drop = await createRandomDrop()
    const recorded = recordChanges()
    granted(await draw(1))
    const dueAt = service.ports.clock.now()
    expect(recorded.at(-1)?.change.jobs).toEqual([
      { kind: 'deliver_claims', subject: drop.id, ownerId: drop.creatorId, dueAt },
    ])
  })

  test('that is only repeated or refused writes nothing', async () => {
    drop = await createRandomDrop()
    granted(await draw(1))
    const recorded = recordChanges()
    granted(await draw(1))
    expect(recorded.at(-1)?.change).toMatchObject({
      insert: { claims: [] },
      update: { drops: [], claims: [], paymentIntents: [] },
      events: [],
      jobs: [],
      idempotency: [],
    })
  })

  test('is refused where the drop is gone', async () => {
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    expect(await claim(1)).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
    drop = { ...drop, id: `drop_${'f'.repeat(32)}` as never }
    expect(refusalOf(await claim(1))).toBe('not_found')
    expect(await draw(1)).toMatchObject({ ok: false, error: { kind: 'not_found', what: 'Drop' } })
  })

  test('states the effect of each request with an Idempotency-Key, also for a renewed voucher', async () => {
    const { clock, idempotency } = service.ports
    const leaseOf = async (key: string): Promise<IdempotencyLease> => {
      const now = clock.now()
      const terms = { now, leaseMs: 60_000, expiresAt: now + 86_400_000 }
      const begun = await idempotency.begin({ userId: service.owner.user.id, key }, 'the same', terms)
      if (begun.kind !== 'begun') throw new Error(begun.kind)
      return begun.lease
    }
    granted(await claim(1))
    clock.advance(voucherLifetimeMs)
    const lease = await leaseOf('renewed')
    const recorded = recordChanges()
    const { claim: renewed } = granted(
      await service.dropkit.withLease(lease).claimDrop(service.owner, input(1)),
    )
    const effect = { kind: 'claim', id: idOfClaim(renewed) }
    expect(recorded.at(-1)?.change.idempotency).toEqual([{ lease, effect }])
  })
})

describe('the voucher of a new claim', () => {
  test('is signed before the claim is committed', async () => {
    const signed = vi.spyOn(service.ports.signer, 'sign')
    const signedBeforeCommit: number[] = []
    replaceMethod(service.ports.store, 'changeDrop', async (changeDrop, ...asked) => {
      const committed = await changeDrop(...asked)
      signedBeforeCommit.push(signed.mock.calls.length)
      return committed
    })
    granted(await claim(1))
    expect(signedBeforeCommit).toEqual([1])
    expect(signed).toHaveBeenCalledTimes(1)
  })

  test('belongs to the committed claim if the batch failed and the wallet claimed elsewhere meanwhile', async () => {
    const other = createDropkit(service.ports)
    let isFirst = true
    replaceMethod(service.ports.store, 'changeDrop', async (changeDrop, dropId, query, decide) => {
      if (!isFirst) return changeDrop(dropId, query, decide)
      isFirst = false
      const refused = changeDrop(dropId, query, (dropState) => {
        decide(dropState)
        throw new Error('refused')
      })
      await expect(refused).rejects.toThrow('refused')
      service.ports.clock.advance(1_000)
      granted(await other.claimDrop(service.owner, input(1)))
      return changeDrop(dropId, query, decide)
    })
    const { claim: committed, voucher } = granted(await claim(1))
    expect(voucher?.expiresAt).toBe(voucherExpiryOf(committed))
  })

  test('is signed with the new key, if the key was replaced after a commit that was not answered', async () => {
    let isFirst = true
    replaceMethod(service.ports.store, 'changeDrop', async (changeDrop, ...asked) => {
      const committed = await changeDrop(...asked)
      if (!isFirst) return committed
      isFirst = false
      granted(await service.dropkit.rotateDropKey(service.owner, drop.id, { reason: 'a test' }))
      throw unavailable()
    })
    const signed = vi.spyOn(service.ports.signer, 'sign')
    granted(await claim(1))
    const { publicKey } = (await service.reread(drop)).voucherKey
    expect(publicKey).not.toBe(drop.voucherKey.publicKey)
    expect(signed.mock.lastCall?.[1].publicKey).toBe(publicKey)
  })
})

describe('a batch that the store refuses', () => {
  test('is tried again one by one, and that is logged', async () => {
    // The first claim is served alone, and the others together.
    failNext([new Error('refused'), new Error('one of the batch is bad')])
    const claims = [1, 2, 3, 4].map((number) => claim(number).catch((error: Error) => error.message))
    const [first, ...others] = await Promise.all(claims)
    expect(first).toBe('refused')
    for (const other of others) expect(other).toMatchObject({ ok: true })
    expect(service.ports.log.lines).toMatchObject([
      { level: 'warn', fields: { dropId: drop.id, claims: 3, reason: 'Error: one of the batch is bad' } },
    ])
    expect(await reservedNow()).toBe(3)
  })
})

describe('a batch during an outage of the store', () => {
  test('of claims by voucher is tried once more as it is, for made twice they are the same', async () => {
    const asked = failNext([unavailable()], true)
    granted(await claim(1))
    expect(asked.mock.calls).toHaveLength(2)
    expect(await reservedNow()).toBe(1)
    expect(service.ports.log.lines).toEqual([])
  })

  test('fails when the store stays away', async () => {
    failNext([unavailable(), unavailable()])
    await expect(claim(1)).rejects.toThrow('the store is away')
    expect(await reservedNow()).toBe(0)
  })

  test.each([
    ['the store', unavailable()],
    ['the batch', new Error('refused')],
  ])(
    'fails as a whole when %s fails the second time, because the first may be committed',
    async (_, second) => {
      const asked = failNext([new Error('split'), unavailable(), second])
      const all = [claim(1), claim(2), claim(3)].map((answer) =>
        answer.catch((error: Error) => error.message),
      )
      expect(await Promise.all(all)).toEqual(['split', 'the store is away', 'the store is away'])
      expect(asked.mock.calls).toHaveLength(3)
    },
  )
})

describe('a request whose commit was not answered', () => {
  const anyCase = fc.record({
    award: fc.constantFrom<Partial<CreateDropInput>>(
      {},
      { tokenAmount: null },
      { tokenAmount: '0', supply: 10 },
      { tokenAmount: '0', supply: 10, randomness: 'BEACON' },
    ),
    delivery: fc.constantFrom('WALLET' as const, 'SERVER' as const),
    claimType: fc.constantFrom('REGULAR' as const, 'STREAK' as const),
    maxPerWallet: fc.constantFrom(undefined, 1, 3),
    /** `renewed`: the wallet has a claim whose voucher has expired. */
    way: fc.constantFrom('plain', 'bought', 'by link', 'renewed'),
    others: fc.integer({ min: 0, max: 2 }),
    isRedeemed: fc.boolean(),
    passesMs: fc.constantFrom(0, 35_000, DAY_MS),
  })

  const privateKey = (n: number) => bytesOfHex(n.toString(16).padStart(64, '0')) ?? expect.fail('no key')

  async function tryOnce({ award, way, others, isRedeemed, passesMs, ...terms }: ValueOf<typeof anyCase>) {
    service = await createTestService()
    const { owner, ports } = service
    const [here, there] = [createDropkit(ports), createDropkit(ports)]
    const isRandom = award.tokenAmount === '0'
    const hasVouchers = terms.delivery === 'WALLET' && !isRandom
    const amount = award.tokenAmount === null ? '10' : null
    // A STREAK has its own limit, and buyers have none.
    const isLimited = terms.claimType === 'REGULAR' && way !== 'bought'
    const maxPerWallet = isLimited ? terms.maxPerWallet : undefined
    drop = await service.createDrop({ ...award, ...terms, maxPerWallet, price: way === 'bought' ? 1 : null })
    const wallets = Array.from({ length: 1 + others }, (_, n) => n + 1)
    if (way === 'bought')
      for (const wallet of wallets) await service.buy(drop, wallet, { quantity: isRandom ? 3 : 30 })
    const publicKeys = await testLinkKeys.publicKeysOf(wallets.map(privateKey))
    if (way === 'by link') granted(await here.createClaimLinks(owner, { dropId: drop.id, publicKeys }))

    async function request(n: number, by: Pick<Dropkit, 'claimDrop' | 'claimRandomDrop' | 'claimWithLink'>) {
      const order = { ...input(n), amount }
      if (way === 'by link') {
        const linkId = (publicKeys[n - 1] ?? '') as ClaimLinkId
        const signature = testLinkSignature(privateKey(n), claimLinkMessage(drop.id, linkId, testWallet(n)))
        return granted(await by.claimWithLink(owner, { ...order, linkId, signature }))
      }
      if (!isRandom) return granted(await by.claimDrop(owner, order))
      const drawn = granted(await by.claimRandomDrop(owner, order))
      return drawn.kind === 'drawn' ? { ...drawn, voucher: null } : expect.fail(drawn.refusal.kind)
    }

    const isRenewal = way === 'renewed' && hasVouchers
    if (isRenewal) {
      await request(1, here)
      ports.clock.advance(voucherLifetimeMs)
    }
    let isLost = false
    replaceMethod(ports.store, 'changeDrop', async (changeDrop, dropId, query, decide) => {
      let isOwn = false
      const changed = await changeDrop(dropId, query, (dropState) => {
        const change = decide(dropState)
        const written = [...(change.insert?.claims ?? []), ...(change.update?.claims ?? [])]
        isOwn = written.some(({ claimer }) => claimer === testWallet(1))
        return change
      })
      if (!isOwn || isLost) return changed
      isLost = true
      // The claim still waits for its wallet, so another request gets its voucher.
      const voucher = isRedeemed && hasVouchers ? (await request(1, there)).voucher : null
      if (voucher) ports.memoryChain.wallet.claim(voucher)
      await service.pass(passesMs)
      throw unavailable()
    })
    const begin = () =>
      ports.idempotency.begin({ userId: owner.user.id, key: 'the key' }, 'the same', {
        now: ports.clock.now(),
        leaseMs: 60_000,
        expiresAt: ports.clock.now() + 10 * DAY_MS,
      })
    const begun = await begin()
    const lease = begun.kind === 'begun' ? begun.lease : expect.fail(begun.kind)
    const answers = await Promise.all([
      request(1, here.withLease(lease)).then(
        ({ claim }) => idOfClaim(claim),
        ({ name }: Error) => name,
      ),
      ...wallets.slice(1).map((n) => request(n, here)),
    ])

    expect(isLost).toBe(true)
    await ports.idempotency.forget(lease)
    const again = await begin()
    const effect = again.kind === 'took_effect' ? again.effect.id : again.kind
    // A claim that has ended does not show whether it was renewed, so the caller is told to retry.
    const mayRetry = isRenewal && (isRedeemed || passesMs > 0)
    expect([effect, ...(mayRetry ? ['StoreUnavailable'] : [])]).toContain(answers[0])
    expect(await ports.store.claimsInOrder(drop.id, 0, 100)).toHaveLength(wallets.length)
  }

  test('has one claim, and that is its effect, on every kind of drop, whatever happens to the claim before the second try', () =>
    fc.assert(fc.asyncProperty(anyCase, tryOnce), { numRuns: 150 }))
})
