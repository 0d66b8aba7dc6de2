import { join } from 'node:path'
import { type CallTime, guardCalls, type SuiNode } from '@dropkit/adapter-chain/sui'
import { openSqlStorage, type SqlStorage } from '@dropkit/adapter-storage'
import { type Address, type Chain, type ChainAnswer, type ClaimedOnChain, err, ok } from '@dropkit/core'
import { createRecordingLog, createTestService, silentLog } from '@dropkit/testing'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { createLagMetric, watchLag } from './chain-metrics.ts'
import { conflictOfChains, type StoreChain } from './chain-side.ts'
import { machineTime } from './fake-side.ts'
import { checkFirst, formerOperators, watchNode } from './sui-side.ts'

/** A chain whose claims log gives these pages in order. */
function lagOf(pages: readonly (readonly number[] | 'away')[]) {
  let now = 1_000_000
  let turn = 0
  const registry = new Registry()
  const chain = {
    claimsAfter: async () => {
      const page = pages[turn++]
      if (page === undefined || page === 'away') return err({ kind: 'chain_unavailable', reason: 'away' })
      return ok({ claims: page.map((at) => ({ at }) as ClaimedOnChain), cursor: String(turn) })
    },
  } as unknown as Chain
  const watched = watchLag(
    chain,
    () => now,
    createLagMetric(registry, () => now),
  )
  return {
    read: () => watched.claimsAfter(null, 10),
    pass: (ms: number) => {
      now += ms
    },
    async seconds() {
      const metric = await registry.getSingleMetric('dropkit_chain_log_behind_seconds')?.get()
      return metric?.values.find(({ labels }) => labels['log'] === 'claims')?.value
    },
  }
}

it('is behind by the age of the last entry read, and not at all at the end of the log', async () => {
  const lag = lagOf([[900_000, 940_000], []])
  expect(await lag.seconds()).toBeUndefined()
  await lag.read()
  expect(await lag.seconds()).toBe(60)
  await lag.read()
  expect(await lag.seconds()).toBe(0)
})

it('falls behind while nothing can be read', async () => {
  const lag = lagOf([[], 'away'])
  await lag.read()
  lag.pass(5_000)
  await lag.read()
  expect(await lag.seconds()).toBe(5)
})

const testnet: StoreChain = { chain: 'sui', chainId: 'testnet-digest', packageId: '0xd0' }

describe('a database', () => {
  let folder: string
  let storage: SqlStorage
  beforeEach(async () => {
    folder = temporaryFolder()
    storage = await openSqlStorage({ url: `sqlite:${join(folder, 'one.db')}`, log: silentLog })
  })
  afterEach(() => storage.close())

  it('belongs to the chain that it is first used with', async () => {
    expect(await conflictOfChains(storage.keyValues, testnet)).toBeNull()
    expect(await conflictOfChains(storage.keyValues, testnet)).toBeNull()
  })

  it.each<[string, StoreChain]>([
    ['another network', { ...testnet, chainId: 'mainnet-digest' }],
    ['another package', { ...testnet, packageId: '0xd1' }],
    ['the fake chain', { chain: 'fake' }],
  ])('is refused with %s, and does not change', async (_, other) => {
    await conflictOfChains(storage.keyValues, testnet)
    const conflict = await conflictOfChains(storage.keyValues, other)
    expect(conflict).toContain('testnet-digest')
    expect(await conflictOfChains(storage.keyValues, testnet)).toBeNull()
  })

  it('is given to one of two servers that start with different chains at the same moment', async () => {
    const conflicts = await Promise.all([
      conflictOfChains(storage.keyValues, testnet),
      conflictOfChains(storage.keyValues, { chain: 'fake' }),
    ])
    expect(conflicts.filter((conflict) => conflict === null)).toHaveLength(1)
  })
})

const away: ChainAnswer<null> = err({ kind: 'chain_unavailable', reason: 'away' })

/** Calls to a node whose check gives these answers in order. The last answer repeats. */
function checked(...answers: readonly ChainAnswer<string | null>[]) {
  const time: CallTime = machineTime
  let judged = 0
  const { calls, check } = checkFirst(guardCalls({ time }), async () => {
    const answer = answers[Math.min(judged++, answers.length - 1)]
    if (!answer) throw new Error('no answer')
    return answer
  })
  return { calls, check, judged: () => judged }
}

describe('calls to a node that is judged first', () => {
  it('are made once it was found right, and it is judged once however many ask', async () => {
    const { calls, judged } = checked(ok(null))
    const answers = await Promise.all([1, 2, 3].map((n) => calls.ask('balance', async () => n)))
    expect(answers).toEqual([ok(1), ok(2), ok(3)])
    expect(await calls.askOnce('execution', async () => 4)).toEqual(ok(4))
    expect(judged()).toBe(1)
  })

  it('are not made while it cannot be judged, which each tries', async () => {
    const { calls, judged } = checked(away, away, ok(null))
    let made = 0
    const ask = () => calls.ask('balance', async () => ++made)
    expect(await ask()).toEqual(away)
    expect(await ask()).toEqual(away)
    expect(made).toBe(0)
    expect(await ask()).toEqual(ok(1))
    expect(judged()).toBe(3)
  })

  it('are never made to a wrong one, until a check finds it mended', async () => {
    const { calls, check, judged } = checked(ok('another network'), ok(null))
    let made = 0
    const ask = () => calls.ask('balance', async () => ++made)
    expect(await ask()).toMatchObject({ ok: false, error: { reason: 'another network' } })
    expect(await ask()).toMatchObject({ ok: false })
    expect([made, judged()]).toEqual([0, 1])
    expect(await check()).toEqual(ok(null))
    expect(await ask()).toEqual(ok(1))
  })
})

const NOW = 1_800_000_000_000
const operator = `0x${'1'.repeat(64)}` as Address

/** A node watch over a stub node. Set `says` to change the stub's answers. */
function watching(lowBalanceMist = 1_000) {
  const says = { chainTime: NOW, mist: 5_000n, isAway: false }
  const answer = async <T>(response: T) => {
    if (says.isAway) throw Object.assign(new Error('away'), { name: 'RpcError', code: 'UNAVAILABLE' })
    return response
  }
  const client = {
    ledgerService: {
      getServiceInfo: () => {
        const timestamp = { seconds: BigInt(says.chainTime / 1_000), nanos: 0 }
        return answer({ response: { chainId: 'one', timestamp } })
      },
    },
    core: { getBalance: () => answer({ balance: { balance: String(says.mist) } }) },
  } as unknown as SuiNode['client']
  const log = createRecordingLog()
  const shown = new Map<string, number>()
  const look = watchNode({
    node: { client, calls: guardCalls({ time: machineTime, limits: { attempts: 1 } }) },
    clock: { now: () => NOW },
    log,
    metrics: {
      setBalance: (account, mist) => void shown.set(account, Number(mist)),
      setClockAhead: (seconds) => void shown.set('ahead', seconds),
    },
    accounts: [{ account: 'operator', address: operator }],
    lowBalanceMist,
  })
  return { says, said: () => log.lines.map(({ message }) => message), shown, look }
}

it('shows the state of the node, and logs nothing while the node works', async () => {
  const { look, said, shown } = watching()
  await look()
  expect(Object.fromEntries(shown)).toEqual({ ahead: 0, operator: 5_000 })
  expect(said()).toEqual([])
})

it('says once that there is little left for gas, and once that there is enough again', async () => {
  const { look, says, said } = watching()
  says.mist = 999n
  await look()
  await look()
  expect(said()).toEqual(['the operator has little SUI left for gas'])
  says.mist = 1_000n
  await look()
  await look()
  expect(said()).toHaveLength(2)
})

it.each([-31, 31])('says that the clocks are %i s apart', async (seconds) => {
  const { look, says, said, shown } = watching()
  says.chainTime = NOW - seconds * 1_000
  await look()
  expect(said()).toEqual([expect.stringContaining('are apart')])
  expect(shown.get('ahead')).toBe(seconds)
  says.chainTime = NOW - 30_000
  await look()
  expect(said()).toHaveLength(2)
})

it('keeps the last known state while the node is unavailable', async () => {
  const { look, says, said, shown } = watching()
  await look()
  says.isAway = true
  await look()
  expect(Object.fromEntries(shown)).toEqual({ ahead: 0, operator: 5_000 })
  expect(said()).toEqual([])
})

const [FIRST, SECOND, THIRD] = ['0x1' as Address, '0x2' as Address, '0x3' as Address]

it('names all accounts that were the operator before, also if one is the operator again', async () => {
  const { keyValues } = (await createTestService()).ports.memory
  expect(await formerOperators(keyValues, FIRST)).toEqual([])
  expect(await formerOperators(keyValues, SECOND)).toEqual([FIRST])
  expect(await formerOperators(keyValues, THIRD)).toEqual([FIRST, SECOND])
  expect(await formerOperators(keyValues, THIRD)).toEqual([FIRST, SECOND])
  expect(await formerOperators(keyValues, FIRST)).toEqual([SECOND, THIRD])
})
