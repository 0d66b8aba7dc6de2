// Many callers request lists at once, while the lists grow and statements are slow or fail.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EachQuery, Row } from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createSharedReads } from './postgres-shared-reads.ts'

const statement = { name: 'list', text: '', order: null, isPlannedAnew: false }
const PARENTS = 3
/** A parent that makes the statement fail. */
const POISON = 'poison'

const anyStep = fc.oneof(
  fc.record({
    kind: fc.constant('ask' as const),
    parents: fc.array(fc.nat(PARENTS - 1), { maxLength: 4 }),
    shared: fc.nat(1),
    isPoisoned: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('grow' as const), parent: fc.nat(PARENTS - 1) }),
)

test('every caller gets its own rows, and sees commits before its call', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(anyStep, { minLength: 1, maxLength: 14 }),
      fc.array(fc.boolean(), { maxLength: 5 }),
      async (scheduler, steps, outages) => {
        const moment = (what: string) => scheduler.schedule(Promise.resolve(), what)
        const sizes = Array<number>(PARENTS).fill(0)
        let statements = 0
        const reads = createSharedReads(async ({ parents, shared }: EachQuery): Promise<readonly Row[]> => {
          const isAway = outages[statements++] ?? false
          await moment('a statement begins')
          const rows = parents.flatMap(([parent], place) =>
            Array.from({ length: sizes[Number(parent)] ?? 0 }, (_, number) => ({
              parent_place: place + 1,
              parent,
              shared: shared[0],
              number,
            })),
          )
          await moment('a statement is answered')
          if (isAway) throw new StoreUnavailable('Postgres is away', { retryable: true })
          if (parents.some(([parent]) => parent === POISON)) throw new Error('poisoned')
          return rows
        })
        const take = async (step: (typeof steps)[number]): Promise<void> => {
          await moment(step.kind)
          if (step.kind === 'grow') {
            sizes[step.parent] = (sizes[step.parent] ?? 0) + 1
            return
          }
          const atLeast = step.parents.map((parent) => sizes[parent] ?? 0)
          const parents = [...step.parents.map((parent) => [parent]), ...(step.isPoisoned ? [[POISON]] : [])]
          const outcome = await reads({ statement, parents, shared: [step.shared] }).catch(
            (error: Error) => error,
          )
          if (outcome instanceof Error) {
            // No caller fails because of another caller's parent.
            if (outcome.name === 'StoreUnavailable') expect(outages).toContain(true)
            else expect(step.isPoisoned).toBe(true)
            return
          }
          expect(step.isPoisoned).toBe(false)
          step.parents.forEach((parent, place) => {
            const rows = outcome[place] ?? []
            expect(rows.length).toBeGreaterThanOrEqual(atLeast[place] ?? 0)
            expect(rows.map(({ number }) => number)).toEqual(rows.map((_, number) => number))
            for (const row of rows) expect(row).toMatchObject({ parent, shared: step.shared })
          })
        }
        await scheduler.waitFor(Promise.all(steps.map(take)))
      },
    ),
  ))
