// Successive runs of the delivery job for drawn claims: what each run sends, and when the next one is due.
import {
  createTestService,
  granted,
  openTransactionsOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAtChanges, replaceMethod } from '../../../test/replace-method.ts'
import { testRun } from '../../../test/test-run.ts'
import { openVaultOf } from '../../../test/test-vault.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { raiseAlarm } from '../../domain/vault.ts'
import type { Change, JobOutcome } from '../../ports/index.ts'
import { watchChain } from '../chain/watch-chain.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { deliverClaims } from './deliver-claims.ts'
import { type DeliveryPlan, readPlan, writePlan } from './delivery-plan.ts'

const MOST = 3
const FRESH: DeliveryPlan = { size: MOST, aside: [], retryAt: 0, failures: 0 }

let service: TestService
let drop: Drop
/** The nonces of each delivery, in order. */
let sent: number[][]
/** Runs while a delivery is being signed. */
let meanwhile: () => Promise<unknown>

const draw = async (...numbers: number[]) => {
  for (const number of numbers) {
    const input = { dropId: drop.id, userAddress: testWallet(number) }
    granted(await service.dropkit.claimRandomDrop(service.owner, input))
  }
}

const run = (plan: DeliveryPlan | null = null, dropId = drop.id) =>
  deliverClaims(service.ports, DEFAULT_SETTINGS, dropId, plan && writePlan(plan))

/** When the next run is due, its plan, and whether this run failed. */
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

/** A stranger submits a voucher with the nonce of a claim that the service delivers. */
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
  replaceMethod(chain, 'prepare', async (prepare, action) => {
    if (action.kind === 'deliver_claims') sent.push(action.vouchers.map(({ nonce }) => nonce))
    const prepared = await prepare(action)
    await meanwhile()
    return prepared
  })
})

describe('a run that delivers', () => {
  test('is the last one if nothing is drawn, or if the drop does not exist', async () => {
    expect(await run()).toEqual({ kind: 'done' })
    expect(await run(null, 'drop_nothing' as never)).toEqual({ kind: 'done' })
  })

  test('sends the oldest, and the next run starts at once', async () => {
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

  test('resumes a transaction that no job follows after a while', async () => {
    await draw(1, 2, 3)
    const { store, clock } = service.ports
    const changes: Change<unknown>[] = []
    lookAtChanges(store, (change) => changes.push(change))
    await run()
    const dueAt = clock.now() + 5_000
    expect(changes[0]?.jobs).toEqual([
      { kind: 'deliver_claims', subject: drop.id, ownerId: drop.creatorId, dueAt },
    ])
  })
})

describe('several deliveries of a drop', () => {
  const underWay = async () =>
    (await openTransactionsOf(service.ports.store, drop.id)).map(({ purpose }) =>
      purpose.kind === 'deliver_claims' ? purpose.sequences : [],
    )
  const silence = () => vi.spyOn(service.ports.chain, 'outcome').mockResolvedValue(unavailable)
  const fifteen = Array.from({ length: 15 }, (_, index) => index + 1)
  const ofThree = [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
    [10, 11, 12],
  ]

  test('are prepared while those before them are in flight, four at most', async () => {
    await draw(...fifteen)
    const { chain } = service.ports
    // The chain gives no result for the first transaction before the fourth one is prepared.
    const four = Promise.withResolvers<void>()
    meanwhile = async () => void (sent.length === 4 && four.resolve())
    replaceMethod(chain, 'outcome', async (outcome, txHash) => {
      await four.promise
      return outcome(txHash)
    })
    await run()
    expect(sent).toEqual(ofThree)
    expect((await kinds()).filter((kind) => kind === 'CONFIRMED')).toHaveLength(12)
  })

  test('are prepared one after another, and no further one after five seconds', async () => {
    await draw(...fifteen)
    let preparing = 0
    const { chain } = service.ports
    replaceMethod(chain, 'prepare', async (prepare, action) => {
      expect(++preparing).toBe(1)
      const prepared = await prepare(action)
      service.ports.clock.advance(3_000)
      preparing--
      return prepared
    })
    await run()
    expect(sent).toEqual(ofThree.slice(0, 2))
  })

  test('are sent, at least one per run, even if the chain takes long to answer', async () => {
    await draw(...fifteen)
    const { chain } = service.ports
    replaceMethod(chain, 'usedNonces', async (usedNonces, ...query) => {
      const answer = await usedNonces(...query)
      service.ports.clock.advance(6_000)
      return answer
    })
    expect(nextOf(await run())).toEqual({ inMs: 0, plan: FRESH, failed: false })
    expect(sent).toEqual([[1, 2, 3]])
  })

  test('are followed while the free places are filled up', async () => {
    await draw(...fifteen.slice(0, 6))
    const silent = silence()
    expect(nextOf(await run())).toEqual({ inMs: 500, plan: FRESH, failed: expect.anything() })
    await draw(...fifteen.slice(6))
    await run(FRESH)
    expect(sent).toEqual(ofThree)
    expect((await underWay()).toSorted(([a = 0], [b = 0]) => a - b)).toEqual(ofThree)
    await run(FRESH)
    expect(sent).toHaveLength(4)
    silent.mockRestore()
    expect(nextOf(await run(FRESH))).toEqual({ inMs: 0, plan: FRESH, failed: false })
    await run(FRESH)
    expect(sent).toEqual([...ofThree, [13, 14, 15]])
    expect(new Set(await kinds())).toEqual(new Set(['CONFIRMED']))
  })

  test('carry no claim twice where two servers send them', async () => {
    await draw(...fifteen)
    const silent = silence()
    await Promise.all([run(), run()])
    expect((await underWay()).flat().toSorted((a, b) => a - b)).toEqual(fifteen.slice(0, 12))
    silent.mockRestore()
    await Promise.all([run(), run()])
    await Promise.all([run(), run()])
    expect(confirmations()).toBe(15)
    const paid = await service.ports.chain.claimsAfter(null, 100)
    expect(paid.ok && paid.value.claims.map(({ nonce }) => nonce).toSorted((a, b) => a - b)).toEqual(fifteen)
  })

  test('that were kept and never sent are sent by the next run, with the same bytes', async () => {
    await draw(...fifteen)
    const { chain } = service.ports
    const submit = vi.spyOn(chain, 'submit').mockResolvedValue(unavailable)
    await run()
    expect(new Set((await kinds()).slice(0, 12))).toEqual(new Set(['SUBMITTED']))
    submit.mockRestore()
    const stored = (await openTransactionsOf(service.ports.store, drop.id)).map(({ digest }) => digest)
    await run(FRESH)
    const hashes = (await claims()).flatMap(({ state }) => ('txHash' in state ? [state.txHash] : []))
    expect(new Set(hashes)).toEqual(new Set(stored))
    expect(confirmations()).toBe(12)
  })

  test('are one at a time where one of them did not get through', async () => {
    await draw(...fifteen)
    const refusal = { kind: 'not_possible', reason: 'one of them is bad' } as const
    vi.spyOn(service.ports.chain, 'prepare').mockResolvedValueOnce({ ok: false, error: refusal })
    const next = nextOf(await run())
    expect(next).toMatchObject({ inMs: 500, plan: { size: 1 }, failed: expect.anything() })
    await run({ ...FRESH, size: 1 })
    await run({ ...FRESH, size: 2 })
    expect(sent).toEqual([[1], [2, 3]])
  })

  test('are one at a time through a vault that is stopped', async () => {
    await draw(...fifteen)
    await service.ports.store.changeDrop(drop.id, {}, (dropState): Change<void> => {
      if (dropState === null) throw new Error('there is a drop')
      const finding = { alarm: 'unknown_claim', details: {} } as never
      return {
        result: undefined,
        update: { drops: [raiseAlarm(dropState.drop, finding, service.ports.clock.now()).drop] },
      }
    })
    silence()
    await run()
    await run(FRESH)
    expect(sent).toEqual([[1, 2, 3]])
  })

  test('leave one that waits alone aside while it is on its way', async () => {
    await draw(1, 2)
    const silent = silence()
    const plan = { ...FRESH, aside: [2, 1], retryAt: service.ports.clock.now() }
    expect(nextOf(await run(plan))).toMatchObject({ plan: { aside: [1, 2] } })
    await run(plan)
    expect(sent).toEqual([[1], [2]])
    silent.mockRestore()
    expect(nextOf(await run(plan))).toMatchObject({ inMs: 0, plan: { aside: [], size: MOST }, failed: false })
  })
})

describe('a claim that was put aside', () => {
  test('is retried alone at its time', async () => {
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

describe('more claims than a plan names', () => {
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
  const pending = async () =>
    (await service.ports.store.undeliveredClaims(drop.id, 500)).map(({ sequence }) => sequence)
  const vaultOf = () => openVaultOf(service, drop)

  test('stop no other claim if they fail, and each is retried in its turn', async () => {
    drop = await service.createDrop({ maxAmount: '10000', delivery: 'SERVER' })
    const claim = async (number: number) => {
      const input = { dropId: drop.id, userAddress: testWallet(number) }
      granted(await service.dropkit.claimDrop(service.owner, input))
    }
    const { coinType } = await vaultOf()
    const denied = upTo(103)
    const deny = (numbers: readonly number[], isDenied?: boolean) => {
      for (const number of numbers)
        service.ports.memoryChain.wallet.deny(testWallet(number), coinType, isDenied)
    }
    deny(denied)
    for (const number of upTo(105)) await claim(number)
    await service.pass(3 * 60_000, 360)
    expect(await pending()).toEqual(denied)
    sent = []
    await service.pass(20 * 60_000, 600)
    expect(new Set(sent.flat())).toEqual(new Set(denied))
    expect(sent.length, 'one at a time, every ten seconds').toBeLessThan(125)
    const allowed = [1, 3, 50, 103]
    deny(allowed, false)
    await claim(106)
    await service.pass(20 * 60_000, 600)
    expect(await pending()).toEqual(denied.filter((number) => !allowed.includes(number)))
  })

  test('are left alone for ten minutes if their nonces are used, while others are delivered', async () => {
    drop = await service.createDrop({ tokenAmount: '0', maxAmount: '100000', supply: 1_000 })
    const { objectId: dropObjectId } = await vaultOf()
    const { signer, chain, clock, memoryChain } = service.ports
    const { voucherKey } = drop
    const used = upTo(120)
    const terms = {
      dropObjectId,
      claimer: testWallet(0xbad),
      amount: amountOf(1n),
      expiresAt: clock.now() + 60_000,
    }
    for (const nonce of used) {
      const signature = await signer.sign(drop.id, voucherKey, chain.voucherBytes({ ...terms, nonce }))
      expect(memoryChain.wallet.claim({ ...terms, nonce, signature }).kind).toBe('succeeded')
    }
    await service.pass(60_000, 30)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'ACTIVE' }))
    await service.pass(30_000, 10)
    await draw(...upTo(150))
    const asked = vi.spyOn(chain, 'usedNonces')
    await service.pass(60_000, 60)
    expect(await pending()).toEqual(used)
    const calls = asked.mock.calls.length
    expect(calls).toBeLessThan(100)
    await service.pass(8 * 60_000, 480)
    expect(asked.mock.calls.length, 'nothing is asked until then').toBe(calls)
    await service.pass(3 * 60_000, 180)
    expect(await pending()).toEqual([])
  })
})

describe('a run that fails', () => {
  test('runs again soon if the chain does not say which claims it has paid', async () => {
    await draw(1, 2, 3)
    service.ports.memoryChain.setOutage('down')
    expect(nextOf(await run())).toEqual({ inMs: 500, plan: FRESH, failed: expect.anything() })
    expect(sent).toEqual([])
  })

  test('runs again soon if the chain does not know the transaction', async () => {
    await draw(1, 2, 3)
    vi.spyOn(service.ports.chain, 'outcome').mockResolvedValue(unavailable)
    expect(nextOf(await run())).toEqual({ inMs: 500, plan: FRESH, failed: expect.anything() })
    expect(await kinds()).toEqual(['SUBMITTED', 'SUBMITTED', 'SUBMITTED'])
  })

  test('logs the reason, and retries with fewer claims, if the chain refuses them', async () => {
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

describe('a claim that the chain cannot prepare', () => {
  test.each([
    ['first', 1],
    ['fifth', 5],
  ])('delays no other claim of its drop: the %s', async (_, bad) => {
    await draw(1, 2, 3, 4, 5, 6, 7)
    const { chain } = service.ports
    const { prepare } = chain
    const busy = vi.spyOn(chain, 'prepare').mockImplementation(async (action) => {
      const isBad = action.kind === 'deliver_claims' && action.vouchers.some(({ nonce }) => nonce === bad)
      return isBad ? unavailable : prepare(action)
    })
    await service.pass(60_000, 60)
    await draw(8)
    await service.pass(15_000, 15)
    const open = (await claims()).filter(({ state }) => state.kind !== 'CONFIRMED')
    expect(open.map(({ sequence }) => sequence)).toEqual([bad])
    busy.mockRestore()
    await service.pass(15_000, 15)
    expect(new Set(await kinds())).toEqual(new Set(['CONFIRMED']))
  })

  test('is tried again unchanged if that happens once or twice', async () => {
    await draw(1, 2, 3)
    vi.spyOn(service.ports.chain, 'prepare').mockResolvedValueOnce(unavailable)
    const once = { ...FRESH, unprepared: 1 }
    expect(nextOf(await run())).toEqual({ inMs: 500, plan: once, failed: expect.anything() })
    expect(nextOf(await run(once))).toEqual({ inMs: 0, plan: FRESH, failed: false })
    expect(sent).toEqual([[1, 2, 3]])
  })

  test('waits unchanged for the gas of the next day', async () => {
    await draw(1, 2, 3)
    const resetsAt = service.ports.clock.now() + 60_000
    const numbers = { value: 1n, used: 1n, asked: 1n, unit: 'MIST of gas', window: 'day', retryAfterMs: 1 }
    const gas = { take: async () => ({ kind: 'rate_limited', limit: 'gasPerDay', ...numbers, resetsAt }) }
    const ports = { ...service.ports, limits: { gas: { ...gas, note: async () => undefined } } as never }
    const waiting = await deliverClaims(ports, DEFAULT_SETTINGS, drop.id, null)
    expect(nextOf(waiting)).toEqual({ inMs: 60_000, plan: FRESH, failed: expect.anything() })
  })
})

describe('a run whose claims change while it signs', () => {
  test('sends nothing if one of them was paid in the meantime, and runs again at once', async () => {
    await draw(1, 2, 3)
    meanwhile = async () => {
      await payByStranger(2)
      await watchChain(service.ports, testRun())
    }
    expect(nextOf(await run())).toEqual({ inMs: 0, plan: FRESH, failed: false })
    expect(await kinds()).toEqual(['PENDING', 'CONFIRMED', 'PENDING'])
    expect(await openTransactionsOf(service.ports.store, drop.id)).toEqual([])
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
    await watchChain(service.ports, testRun())
    expect(confirmations()).toBe(3)
    expect(nextOf(await run())).toMatchObject({ inMs: 0, failed: false })
    expect(confirmations()).toBe(3)
    expect(await openTransactionsOf(service.ports.store, drop.id)).toEqual([])
  })

  test('signs them again, without an error in the log, if the key was rotated', async () => {
    await draw(1, 2, 3)
    const logged = vi.spyOn(service.ports.log, 'error')
    meanwhile = async () => {
      meanwhile = async () => undefined
      granted(await service.dropkit.rotateDropKey(service.owner, drop.id, { reason: 'A routine change' }))
    }
    const failed = expect.anything()
    expect(nextOf(await run())).toEqual({ inMs: 500, plan: { ...FRESH, unprepared: 1 }, failed })
    expect(await kinds()).toEqual(['PENDING', 'PENDING', 'PENDING'])
    await run()
    expect(await kinds()).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
    expect(logged).not.toHaveBeenCalled()
  })
})
