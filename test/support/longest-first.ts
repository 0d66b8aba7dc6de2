import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Over half a minute each. One that comes last keeps one worker busy while the other has nothing left to do. */
const LONG = [
  'packages/adapter-storage/src/contract.test.ts',
  'test/server.test.ts',
  'test/sui-faults.test.ts',
  'test/torture/torture.test.ts',
  'packages/adapter-chain/test/move/move-mutations.test.ts',
  'test/master-key-rotation.test.ts',
  'test/claims-export.test.ts',
  'test/subscriptions.test.ts',
  'test/readme.test.ts',
]

/** Starts the long test files before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(`/${path}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
