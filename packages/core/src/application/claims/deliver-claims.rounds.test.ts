// One run after the other of the work that delivers what was drawn: what each sends, and when the next one comes.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { raiseAlarm } from '../../domain/vault-alarm.ts'
import type { Change, JobOutcome, OperatorAction } from '../../ports/index.ts'
import { createTestService, granted, type TestService, testWallet } from '../../testing/index.ts'
import { watchChain } from '../chain/watch-chain.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { type DeliveryPlan, readPlan, writePlan } from '../webhooks/delivery-plan.ts'
import { deliverClaims } from './deliver-claims.ts'

const MOST = 3
const FRESH: DeliveryPlan = { size: MOST, aside: [], retryAt: 0, failures: 0 }

let service: TestService
let drop: Drop
/** The nonces that each delivery was made for, in order. */
let sent: number[][]
/** Happens while a delivery is being signed. */
let meanwhile: () => Promise<unknown>

const draw = async (...numbers: number[]) => {
  for (const number of numbers) {
    const input = { dropId: drop.id, userAddress: testWallet(number) }
    granted(await service.dropkit.claimRandomDrop(service.owner, input))
  }
}

const run = (plan: DeliveryPlan | null = null, dropId = drop.id) =>
  deliverClaims(service.ports, DEFAULT_SETTINGS, dropId, plan && writePlan(plan))

/** When the next run comes, what it goes by, and whether this one failed. */
const nextOf = (outcome: JobOutcome) =>
  outcome.kind !== 'again'
    ? outcome.kind
    : {
        inMs: outcome.dueAt - service.ports.clock.now(),
        plan: readPlan(outcome.memo ?? null, MOST),
        failed: outcome.failed ?? false,
      }

const claims = () => service.ports.store.claimsInOrder(drop.id, 0, 100)
const kinds = async () => (await claims()).map(({ state }) => state.kind)
const confirmations = () =>
  service.ports.memory.state.events.filter(({ type }) => type === 'claim.confirmed').length
const unavailable = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const

/** A voucher for a claim of the service’s own that somebody else has taken to the vault. */
async function payByStranger(nonce: number): Promise<void> {
  const { signer, chain, clock, memoryChain } = service.ports
  const { vault, voucherKey } = await service.reread(drop)
  const claim = (await claims()).find(({ sequence }) => sequence === nonce)
  if (vault.kind !== 'open' || !claim) throw new Error('nothing to pay')
  const { claimer, amount } = claim
  const voucher = { dropObjectId: vault.objectId, claimer, amount, nonce, expiresAt: clock.now() + 1_000 }
  const signature = await signer.sign(drop.id, voucherKey, chain.voucherBytes(voucher))
  expect(memoryChain.wallet.claim({ ...voucher, signature }).kind).toBe('succeeded')
}

beforeEach(async () => {
  service = await createTestService({ chain: { maxVouchersPerTransaction: MOST } })
  drop = await service.createDrop({ tokenAmount: '0', supply: 100 })
  sent = []
  meanwhile = async () => undefined
  const { chain } = service.ports
  const { prepare } = chain
  Object.assign(chain, {
    prepare: async (action: OperatorAction) => {
      if (action.kind === 'deliver_claims') sent.push(action.vouchers.map(({ nonce }) => nonce))
      const prepared = await prepare(action)
      await meanwhile()
      return prepared
    },
  })
})

describe('a run that delivers', () => {
  test('is the last one where nothing is drawn, or where there is no drop', async () => {
    expect(await run()).toEqual({ kind: 'done' })
    expect(await run(null, 'drop_nothing' as never)).toEqual({ kind: 'done' })
  })

  test('sends the oldest, and the next one comes at once', async () => {
    await draw(1, 2, 3, 4)
    expect(nextOf(await run())).toEqual({ inMs: 0, plan: FRESH, failed: false })
    expect(sent).toEqual([[1, 2, 3]])
    expect(await kinds()).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'PENDING'])
  })

  test('waits for more while the drop takes claims, and not once it is paused', async () => {
    await draw(1, 2)
    expect(nextOf(await run())).toEqual({ inMs: 500, plan: FRESH, failed: false })
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'PAUSED' }))
    await run()
    expect(sent).toEqual([[1, 2]])
  })

  test('has a transaction that nobody follows taken up after a while', async () => {
    await draw(1, 2, 3)
    const { store, clock } = service.ports
    const { changeDrop } = store
    const changes: Change<unknown>[] = []
    vi.spyOn(store, 'changeDrop').mockImplementation((dropId, question, decide) =>
      changeDrop(dropId, question, (dropState) => {
        const change = decide(dropState)
        changes.push(change)
        return change
      }),
    )
    await run()
    const dueAt = clock.now() + 5_000
    expect(changes[0]?.jobs).toEqual([{ kind: 'deliver_claims', subject: drop.id, dueAt }])
  })
})

describe('what was put aside', () => {
  test('is tried by itself when its time has come', async () => {
    await draw(1, 2, 3)
    await run({ ...FRESH, aside: [2], retryAt: service.ports.clock.now() })
    expect(sent).toEqual([[2]])
  })

  test('is waited for where nothing else is left', async () => {
    await draw(1)
    const plan = { ...FRESH, aside: [1], retryAt: service.ports.clock.now() + 7_000 }
    expect(nextOf(await run(plan))).toEqual({ inMs: 7_000, plan, failed: false })
    expect(sent).toEqual([])
  })

  test('is forgotten once it was delivered after all', async () => {
    await draw(1, 2, 3)
    await run()
    await draw(4)
    const retryAt = service.ports.clock.now() + 7_000
    const plan = { ...FRESH, aside: [1, 4], retryAt }
    expect(nextOf(await run(plan))).toEqual({ inMs: 7_000, plan: { ...plan, aside: [4] }, failed: false })
    service.ports.clock.advance(7_000)
    await run(plan)
    expect(sent).toEqual([[1, 2, 3], [4]])
  })

  test('makes no transaction larger than it may be', async () => {
    await draw(1, 2, 3, 4)
    await run({ size: 2, aside: [4], retryAt: service.ports.clock.now() + 7_000, failures: 0 })
    expect(sent).toEqual([[1, 2]])
  })
})

describe('a run that fails', () => {
  test('comes again soon where the chain does not say what it has paid', async () => {
    await draw(1, 2, 3)
    service.ports.memoryChain.setOutage('down')
    expect(nextOf(await run())).toEqual({ inMs: 500, plan: FRESH, failed: expect.anything() })
    expect(sent).toEqual([])
  })

  test('comes again soon where the chain does not say what has become of the transaction', async () => {
    await draw(1, 2, 3)
    vi.spyOn(service.ports.chain, 'outcome').mockResolvedValue(unavailable)
    expect(nextOf(await run())).toEqual({ inMs: 500, plan: FRESH, failed: expect.anything() })
    expect(await kinds()).toEqual(['SUBMITTED', 'SUBMITTED', 'SUBMITTED'])
  })

  test('says why, and comes again with fewer, where the chain will not have them', async () => {
    await draw(1, 2, 3)
    const refusal = { kind: 'not_possible', reason: 'one of them is bad' } as const
    vi.spyOn(service.ports.chain, 'prepare').mockResolvedValue({ ok: false, error: refusal })
    expect(nextOf(await run())).toMatchObject({ plan: { size: 1 }, failed: expect.anything() })
    expect(service.ports.log.lines.at(-1)).toMatchObject({
      level: 'error',
      fields: { claims: 3, reason: 'one of them is bad' },
    })
  })
})

describe('a run whose claims change while it signs', () => {
  test('sends nothing where one of them has been paid meanwhile, and comes again at once', async () => {
    await draw(1, 2, 3)
    meanwhile = async () => {
      await payByStranger(2)
      await watchChain(service.ports, null)
    }
    expect(nextOf(await run())).toEqual({ inMs: 0, plan: FRESH, failed: false })
    expect(await kinds()).toEqual(['PENDING', 'CONFIRMED', 'PENDING'])
    expect(await service.ports.store.openChainTransactions(drop.id)).toEqual([])
  })

  test('sends nothing through a vault that is to be stopped, as if it were not', async () => {
    await draw(1, 2, 3)
    meanwhile = () =>
      service.ports.store.changeDrop(drop.id, {}, (dropState): Change<void> => {
        if (dropState === null) throw new Error('there is a drop')
        const finding = { alarm: 'unknown_claim', details: {} } as never
        const raised = raiseAlarm(dropState.drop, finding, service.ports.clock.now())
        return { result: undefined, update: { drops: [raised.drop] } }
      })
    expect(nextOf(await run())).toEqual({ inMs: 0, plan: FRESH, failed: false })
    expect(await kinds()).toEqual(['PENDING', 'PENDING', 'PENDING'])
  })

  test('confirms none once more that the watcher has confirmed already', async () => {
    await draw(1, 2, 3)
    const asked = vi.spyOn(service.ports.chain, 'outcome').mockResolvedValue(unavailable)
    await run()
    asked.mockRestore()
    await watchChain(service.ports, null)
    expect(confirmations()).toBe(3)
    expect(nextOf(await run())).toMatchObject({ inMs: 0, failed: false })
    expect(confirmations()).toBe(3)
    expect(await service.ports.store.openChainTransactions(drop.id)).toEqual([])
  })
})
