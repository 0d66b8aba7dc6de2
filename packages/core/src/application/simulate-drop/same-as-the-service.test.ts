// The simulation says what the service would do. Here the service does it: every call that a simulated course makes is
// made again to the real use cases, at the same instant, and must be answered the same.

import { granted, pureHashes } from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLottery, anySimulation } from '../../../test/any-simulation.ts'
import { RecordedDrop, told } from '../../../test/recorded-drop.ts'
import { openService } from '../../../test/service-of-simulation.ts'
import type { Drop } from '../../domain/drop.ts'
import { statusAt } from '../../domain/drop-status.ts'
import { gatherCrowd } from './crowd.ts'
import type { CourseOfDrop, DropSimulation } from './drop-simulation.ts'
import { readSimulation } from './read-simulation.ts'
import { runCourse } from './run-course.ts'
import { drawnOrigins, simulateDrop } from './simulate-drop.ts'

/** A fifth of what is asked of properties elsewhere, for each of these lives through a whole service. */
const runs = Math.ceil((fc.readConfigureGlobal()?.numRuns ?? 500) / 5)

/** What adds up in every course. */
function expectSound({
  tries,
  refusals,
  wallets,
  amounts,
  pool,
  given,
  timeline,
  ...course
}: CourseOfDrop): void {
  expect(tries.claimed + tries.again + tries.lapsed + tries.waiting + tries.inReview + tries.refused).toBe(
    tries.all,
  )
  expect(refusals.reduce((sum, refusal) => sum + refusal.tries, 0)).toBe(tries.refused)
  expect(wallets.served + wallets.emptyHanded).toBe(wallets.came)
  expect(given).toBeLessThanOrEqual(pool)
  expect(amounts?.sum ?? 0n).toBe(given)
  expect(amounts?.count ?? 0).toBe(tries.claimed - course.released)
  expect(amounts?.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(amounts?.count)
  expect(course.milestones.at(-1)?.percent === 100).toBe(course.soldOutAfterMs !== null)
  expect(timeline.at(-1)).toMatchObject({ tries: tries.all, refused: tries.refused, given })
}

/** Facts without the time of their observation: the service may use one that it read some seconds before. */
function withoutTimes(came: unknown): unknown {
  if (Array.isArray(came)) return came.map(withoutTimes)
  if (typeof came !== 'object' || came === null) return came
  const isFact = 'source' in came && 'subject' in came
  const entries = Object.entries(came).filter(([name]) => !(isFact && name === 'at'))
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutTimes(value)]))
}

async function holdToTheService(simulation: DropSimulation): Promise<void> {
  const plan = granted(readSimulation(simulation))
  const { seed = 0 } = simulation
  const crowd = gatherCrowd(plan, seed)
  const origins = drawnOrigins(seed, pureHashes)
  const hash = () => (message: string) => pureHashes.hmacSha256(origins.seed, message)
  const drop = new RecordedDrop(plan, { ...plan.drop, id: origins.id }, crowd, hash, pureHashes.sha256)
  const course = runCourse(plan, crowd, drop, seed)
  expect(granted(simulateDrop(simulation, pureHashes))).toEqual(course)
  expectSound(course)
  const service = await openService(simulation, plan, crowd, seed)
  for (const [place, call] of drop.calls.entries()) {
    const { at, wallet, kind } = call
    expect({ place, at, wallet, kind, came: withoutTimes(await service.repeat(call)) }).toEqual({
      place,
      at,
      wallet,
      kind,
      came: withoutTimes(told(call)),
    })
  }
  const end = drop.calls.at(-1)?.at ?? plan.beginsAt
  // A simulation keeps no order chain.
  const books = (of: Drop) => ({
    tally: { ...of.tally, order: null },
    payments: of.payments,
    lottery: of.lottery,
    status: statusAt(of, end),
  })
  expect(books(await service.reread())).toEqual(books(drop.drop))
}

test('every answer of a simulated course is the one that the service gives', async () => {
  await fc.assert(fc.asyncProperty(anySimulation, holdToTheService), { numRuns: runs })
})

test('the entries, waves and claims of a simulated lottery equal those of the service', async () => {
  await fc.assert(fc.asyncProperty(anyLottery, holdToTheService), { numRuns: runs })
})
