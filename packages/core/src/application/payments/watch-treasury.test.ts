import { createTestService, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, expect, test } from 'vitest'
import { testRun } from '../../../test/test-run.ts'
import { parseAddress } from '../../domain/address.ts'
import { ok } from '../../domain/result.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { watchTreasury } from './watch-treasury.ts'

const [OLD, NEW, NEWEST] = [91, 92, 93].map((number) => {
  const address = parseAddress(testWallet(number), 'treasury')
  if (!address.ok) throw new Error('no address')
  return address.value
})

let service: TestService
/** The positions from which the payments of each treasury were read. */
let read: string[]

beforeEach(async () => {
  service = await createTestService()
  read = []
})

/** The memo after a run of a server with this treasury, which reads up to `end`. */
async function watch(treasuryAddress = OLD, memo: string | null, end: string | null): Promise<string | null> {
  if (treasuryAddress === undefined) throw new Error('no treasury')
  const chain = {
    ...service.ports.chain,
    treasuryAddress,
    paymentsAfter: async (cursor: string | null) => {
      read.push(`${[OLD, NEW, NEWEST].indexOf(treasuryAddress)} from ${cursor}`)
      return end === null
        ? ({ ok: false, error: { kind: 'chain_unavailable', reason: 'down' } } as const)
        : ok({ payments: [], cursor: end })
    },
  }
  const outcome = await watchTreasury({ ...service.ports, chain }, DEFAULT_SETTINGS, testRun(memo, 10))
  return outcome.kind === 'again' ? (outcome.memo ?? null) : null
}

test('each treasury has its own position, and a new one begins where the last one is', async () => {
  const started = await watch(OLD, null, 'five')
  const changed = await watch(NEW, started, 'six')
  const former = await watch(OLD, changed, 'nine')
  const current = await watch(NEW, former, 'seven')
  await watch(NEWEST, current, 'eight')
  expect(read).toEqual(['0 from null', '1 from five', '0 from five', '1 from six', '2 from seven'])
})

test('the position of an earlier release is that of the present treasury', async () => {
  await watch(NEW, await watch(OLD, 'failed:2:three', 'four'), 'five')
  await watch(NEW, 'three', 'four')
  expect(read).toEqual(['0 from three', '1 from four', '1 from three'])
})

test('a run that fails keeps all positions', async () => {
  const both = await watch(NEW, await watch(OLD, null, 'five'), 'six')
  const failed = await watch(OLD, both, null)
  await watch(NEW, failed, 'seven')
  expect(read.slice(2)).toEqual(['0 from five', '1 from six'])
})
