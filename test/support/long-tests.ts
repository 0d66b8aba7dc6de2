import { matchesGlob } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Slow tests: the pages in a real browser, the commands in the docs, the packed packages, killed, frozen or crowded servers, the
 * worst requests, full stores, failing Sui nodes, and bugs that the simulator must find. `npm run test:long` runs them. `npm test` runs them only if they are named.
 * The slowest are first.
 */
export const LONG_TESTS = [
  'test/browser/screens.test.ts',
  'test/docs/commands.test.ts',
  'test/packed-packages.test.ts',
  'test/crash/crash-tests.test.ts',
  'test/server/workers.test.ts',
  'test/sui-start.test.ts',
  'test/{store-commands,claims-export}.test.ts',
  'test/sui-faults.test.ts',
  'test/master-key-rotation.test.ts',
  'test/server/end.test.ts',
  'test/event-loop.test.ts',
  'test/attack/worst-*.test.ts',
  'test/sui-*.test.ts',
  'test/readme.test.ts',
  'test/server/*.test.ts',
  'test/production-install.test.ts',
  'packages/adapter-chain/test/move/move-mutations.test.ts',
  'test/{move-store,full-store}.test.ts',
  'test/examples.test.ts',
  'test/{claim-rush,webhook-rush,webhook-fairness,payment-race,claim-link-race}.test.ts',
  'test/browser/*.test.ts',
  'test/client/killed-flows.test.ts',
  'test/{wrong-clocks,frozen-server,rehearse}.test.ts',
  'packages/testing/src/simulator/planted-bugs/planted-bugs.test.ts',
  'bench/src/run-measures.test.ts',
]

/**
 * Files that take 20 seconds or more. If one of them started last, the other workers would have nothing to do meanwhile.
 */
const BEGUN_FIRST = [
  ...LONG_TESTS,
  'packages/adapter-storage/src/contract.test.ts',
  'packages/adapter-storage/src/move/move-store.test.ts',
  'test/subscriptions.test.ts',
  'packages/testing/src/simulator/simulate.test.ts',
  'packages/adapter-chain/src/sui/{sui-chain-contract,operator-transactions}.test.ts',
  'packages/core/src/application/run-jobs.floods.test.ts',
  'test/limits.test.ts',
  'packages/adapter-storage/src/migrations/migrate.test.ts',
  'apps/server/src/wiring.test.ts',
  'packages/adapter-storage/src/postgres/postgres-database.test.ts',
  'packages/adapter-chain/src/sui/{sui-chain,sponsor}.test.ts',
  'test/run-tool.test.ts',
  'test/end-to-end/{random-drops,claims,lost-connections,tokens,purchases}.test.ts',
  'packages/adapter-storage/src/sql-store.test.ts',
  'packages/core/src/application/conservation.test.ts',
  'packages/adapter-storage/src/{reads/list-plans,jobs/job-plans,audit/audit}.test.ts',
  'packages/adapter-chain/src/sui/{withdraw-share,coins,collections}.test.ts',
  'packages/adapter-chain/src/fake/fake-chain.test.ts',
  'tools/read-options.test.ts',
  'test/ledger-model.test.ts',
]

/** Starts the slowest test files first. With `--shard=2/10`, runs the second tenth of the long ones, and all others. */
export class LongestFirst extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {}
    const long = files.filter(({ project }) => project.name === 'long')
    // One in so many, in alternating order, so that the parts take about as long. Each file belongs to one part.
    const sorted = long.toSorted(
      (one, other) => placeOf(one) - placeOf(other) || one.moduleId.localeCompare(other.moduleId),
    )
    const partOf = (place: number) => {
      const isForwards = Math.floor(place / count) % 2 === 0
      return isForwards ? place % count : count - 1 - (place % count)
    }
    const left = new Set(sorted.filter((_, place) => partOf(place) !== index - 1))
    return files.filter((file) => !left.has(file))
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = new Map(sorted.map((file) => [file, placeOf(file)]))
    return sorted.toSorted((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = BEGUN_FIRST.findIndex((path) => matchesGlob(moduleId, `**/${path}`))
  return place === -1 ? BEGUN_FIRST.length : place
}
