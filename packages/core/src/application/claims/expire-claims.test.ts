import { createTestService, granted, type TestService, testWallet, type VoucherGrant } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAtChanges, replaceMethod } from '../../../test/replace-method.ts'
import { testRun } from '../../../test/test-run.ts'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Chain, Change } from '../../ports/index.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { expireClaims } from './expire-claims.ts'

let service: TestService
let drop: Drop

describe('a voucher that ran out', () => {
  const LIFETIME_MS = 15 * 60_000
  const unavailable = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const

  const stateOf = async (grant: VoucherGrant) =>
    (await service.dropkit.readClaim(service.owner, idOfClaim(grant.claim)))?.state

  /** Runs `act` while the chain is asked for used nonces, and changes the answer. */
  function whileAsked(
    act: () => Promise<unknown>,
    answer: (given: UsedNonces) => UsedNonces = (same) => same,
  ) {
    const { chain } = service.ports
    replaceMethod(chain, 'usedNonces', async (usedNonces, ...query) => {
      const given = await usedNonces(...query)
      await act()
      return given.ok ? { ok: true, value: answer(given.value) } : given
    })
  }

  type UsedNonces = Extract<Awaited<ReturnType<Chain['usedNonces']>>, { ok: true }>['value']

  const nothing = async () => undefined

  beforeEach(async () => {
    service = await createTestService()
    drop = await service.createDrop()
  })

  test('is not given up before the chain’s own time is past its expiry', async () => {
    const grant = await service.claim(drop)
    const { expiresAt } = grant.voucher
    let chainTime = expiresAt - 1
    whileAsked(nothing, ({ used }) => ({ chainTime, used }))
    await service.pass(LIFETIME_MS + 5_000)
    expect(await stateOf(grant)).toEqual({ kind: 'PENDING', expiresAt })
    chainTime = expiresAt
    await service.pass(5_000)
    expect(await stateOf(grant)).toEqual({ kind: 'PENDING', expiresAt })
    chainTime = expiresAt + 1
    await service.pass(5_000)
    expect((await stateOf(grant))?.kind).toBe('EXPIRED')
    expect((await service.reread(drop)).tally).toMatchObject({ reservedAmount: 0n, reservedCount: 0 })
  })

  test('is not released if the chain shows it as used, even before its confirmation', async () => {
    const grant = await service.claim(drop)
    const { chain, memoryChain } = service.ports
    const { claimsAfter } = chain
    Object.assign(chain, { claimsAfter: async () => unavailable })
    expect(memoryChain.wallet.claim(grant.voucher).kind).toBe('succeeded')
    await service.pass(LIFETIME_MS + 60_000)
    expect((await stateOf(grant))?.kind).toBe('PENDING')
    Object.assign(chain, { claimsAfter })
    await service.pass(5_000)
    expect((await stateOf(grant))?.kind).toBe('CONFIRMED')
  })

  test('is not released if it is renewed during the chain’s answer', async () => {
    const grant = await service.claim(drop)
    let renewed: VoucherGrant | undefined
    whileAsked(async () => {
      renewed ??= await service.claim(drop)
    })
    await service.pass(LIFETIME_MS + 5_000, 1)
    expect(renewed?.claim.sequence).toBe(grant.claim.sequence)
    expect(renewed?.voucher.expiresAt).toBeGreaterThan(grant.voucher.expiresAt)
    expect(await stateOf(grant)).toEqual({ kind: 'PENDING', expiresAt: renewed?.voucher.expiresAt })
    await service.pass(LIFETIME_MS + 5_000)
    expect((await stateOf(grant))?.kind).toBe('EXPIRED')
  })

  test('is not released if it is confirmed during the chain’s answer', async () => {
    const grant = await service.claim(drop)
    const { txHash } = service.ports.memoryChain.wallet.claim(grant.voucher)
    Object.assign(service.ports.chain, { claimsAfter: async () => unavailable })
    whileAsked(
      async () => {
        const input = { claimId: idOfClaim(grant.claim), txHash }
        granted(await service.dropkit.confirmClaim(service.owner, input))
      },
      // The reading of the chain is from just before the claim.
      ({ chainTime }) => ({ chainTime, used: new Set() }),
    )
    await service.pass(LIFETIME_MS + 5_000)
    expect(await stateOf(grant)).toMatchObject({ kind: 'CONFIRMED', txHash })
    expect((await service.reread(drop)).tally).toMatchObject({ reservedAmount: 10n, reservedCount: 1 })
  })
})

// When the job that expires vouchers runs again, and which claims it does not change.

describe('releasing amounts of expired vouchers', () => {
  const { voucherLifetimeMs, expiryMarginMs } = DEFAULT_SETTINGS
  const RETRY_DELAY_MS = 1_000

  const expire = (dropId = drop.id) => expireClaims(service.ports, DEFAULT_SETTINGS, dropId, testRun())
  const advance = (ms: number) => service.ports.clock.advance(ms)
  const retry = () => ({ kind: 'again', dueAt: service.ports.clock.now() + RETRY_DELAY_MS })

  const kinds = async () =>
    (await service.ports.store.claimsInOrder(drop.id, 0, 9)).map(({ state }) => state.kind)

  /** Runs `act` while the chain is asked for used nonces. */
  function whileAsked(act: () => Promise<unknown>): void {
    const { chain } = service.ports
    replaceMethod(chain, 'usedNonces', async (usedNonces, ...query) => {
      const answer = await usedNonces(...query)
      await act()
      return answer
    })
  }

  /** Records the updates of each later change of a drop. */
  function recordUpdates() {
    const { store } = service.ports
    const updates: Change<unknown>['update'][] = []
    lookAtChanges(store, (change) => updates.push(change.update))
    return updates
  }

  beforeEach(async () => {
    service = await createTestService()
    drop = await service.createDrop()
  })

  test('ends while no voucher is open, or if the drop does not exist', async () => {
    expect(await expire()).toEqual({ kind: 'done' })
    expect(await expire('drop_nothing' as never)).toEqual({ kind: 'done' })
  })

  test('waits for the next one to run out, and asks the chain for nothing before', async () => {
    const { voucher } = await service.claim(drop, 1)
    const asked = vi.spyOn(service.ports.chain, 'usedNonces')
    expect(await expire()).toEqual({ kind: 'again', dueAt: voucher.expiresAt + expiryMarginMs })
    expect(asked.mock.calls).toEqual([])
  })

  test('goes on to the next one when those that ran out are given back', async () => {
    await service.claim(drop, 1)
    advance(5_000)
    const { voucher } = await service.claim(drop, 2)
    advance(voucherLifetimeMs - 1_000)
    expect(await expire()).toEqual({ kind: 'again', dueAt: voucher.expiresAt + expiryMarginMs })
    expect(await kinds()).toEqual(['EXPIRED', 'PENDING'])
    advance(5_000)
    expect(await expire()).toEqual({ kind: 'done' })
    expect(await kinds()).toEqual(['EXPIRED', 'EXPIRED'])
  })

  test('fails while the chain cannot be asked, and says how many wait for it', async () => {
    await service.claim(drop, 1)
    await service.claim(drop, 2)
    advance(voucherLifetimeMs + 1)
    service.ports.memoryChain.setOutage('down')
    expect(await expire()).toEqual({
      ...retry(),
      memo: null,
      failed: { class: 'chain_unavailable', reason: 'down' },
    })
    expect(service.ports.log.lines).toEqual([
      {
        level: 'warn',
        message: 'expired vouchers wait for the chain',
        fields: { dropId: drop.id, vouchers: 2, reason: 'down' },
      },
    ])
    expect(await kinds()).toEqual(['PENDING', 'PENDING'])
  })

  test('runs again soon for vouchers that the chain shows as used, and locks no drop for them', async () => {
    const { voucher } = await service.claim(drop, 1)
    service.ports.memoryChain.wallet.claim(voucher)
    advance(voucherLifetimeMs + 1)
    const changed = vi.spyOn(service.ports.store, 'changeDrop')
    expect(await expire()).toEqual({ ...retry(), memo: expect.stringMatching(/^\[\[1,\d+\]\]$/) })
    expect(changed.mock.calls).toEqual([])
    expect(await kinds()).toEqual(['PENDING'])
  })

  test('runs again soon for used vouchers after it has released the others', async () => {
    const { voucher } = await service.claim(drop, 1)
    await service.claim(drop, 2)
    service.ports.memoryChain.wallet.claim(voucher)
    advance(voucherLifetimeMs + 1)
    expect(await expire()).toEqual({ ...retry(), memo: expect.stringMatching(/^\[\[1,\d+\]\]$/) })
    expect(await kinds()).toEqual(['PENDING', 'EXPIRED'])
  })

  test('writes nothing for vouchers that were renewed during the chain’s answer', async () => {
    await service.claim(drop, 1)
    advance(voucherLifetimeMs + 1)
    whileAsked(() => service.claim(drop, 1))
    const updates = recordUpdates()
    await expire()
    expect(updates.at(-1)).toEqual({ claims: [], drops: [], paymentIntents: [] })
    expect(await kinds()).toEqual(['PENDING'])
  })

  test('gives no item back but those that the released claims have spent', async () => {
    drop = await service.createDrop({ price: 2 })
    const { dropkit, owner } = service
    const intents = []
    for (const number of [1, 2]) {
      const order = { dropId: drop.id, walletAddress: testWallet(number), paymentMethod: 'SUI' }
      const intent = granted(await dropkit.createPaymentIntent(owner, order))
      const txHash = service.pay(intent)
      intents.push(granted(await dropkit.confirmPaymentIntent(owner, { id: intent.id, txHash })))
      await service.claim(drop, number)
    }
    advance(voucherLifetimeMs + 1)
    whileAsked(() => service.claim(drop, 1))
    const updates = recordUpdates()
    await expire()
    expect(updates.at(-1)?.paymentIntents?.map(({ id }) => id)).toEqual([intents[1]?.id])
    expect(await kinds()).toEqual(['PENDING', 'EXPIRED'])
  })
})
