import { fromHex } from '@mysten/sui/utils'
import { type MoveTest, moveTest, type VmOutcome } from './move-test.ts'
import { createdId } from './objects.ts'

// A transaction is simulated before it is sent, so the virtual machine would do most work twice. The two runs only differ
// in the digest, which determines the ids of new objects, and in the time, which the package only compares with the expiry
// of vouchers. So each transaction is run with a constant digest, its ids are replaced afterwards, and the outcome is
// cached for the next transaction that is equal except for these.

const ANY_DIGEST = new Uint8Array(32)

export interface MemoizableTest {
  /** Tests with the same key have the same outcome. */
  readonly key: string
  /** The test to run. */
  readonly test: MoveTest
  /** Puts the ids of the transaction into the outcome. */
  readonly back: (outcome: VmOutcome) => VmOutcome
}

export function memoizable(given: MoveTest): MemoizableTest {
  const names = given.ids.map((id, n) => [id.slice(2), createdId(ANY_DIGEST, n).slice(2)] as const)
  const rename = (text: string) => names.reduce((renamed, [id, name]) => renamed.replaceAll(id, name), text)
  const renameBack = (text: string) =>
    names.reduce((renamed, [id, name]) => renamed.replaceAll(name, id), text)
  const all = (texts: readonly string[]) => texts.map(rename)
  const test: MoveTest = {
    ...given,
    digest: ANY_DIGEST,
    setup: all(given.setup),
    calls: all(given.calls).map((call) => call.replaceAll(hexOf(given.digest), hexOf(ANY_DIGEST))),
    checks: all(given.checks),
    wanted: all(given.wanted),
    cleanUp: all(given.cleanUp),
    shared: given.shared.map(({ objectId, type }) => ({ objectId: rename(objectId), type })),
    checksAfter: all(given.checksAfter),
  }
  const isGood = given.expiriesMs.map((expiryMs) => given.nowMs < expiryMs)
  return {
    key: JSON.stringify([isGood, moveTest({ ...test, nowMs: 0n, epoch: 0n, epochStartMs: 0n }, 1).files]),
    test,
    back: (outcome) =>
      outcome.kind === 'aborted'
        ? outcome
        : { ...outcome, contents: outcome.contents.map((one) => fromHex(renameBack(hexOf(one)))) },
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Throws if the package uses the time for anything except this comparison. */
export function assertTimeIsOnlyCompared(sources: readonly string[]): void {
  for (const source of sources) {
    const uses = source.split('timestamp_ms').length - source.split('clock.timestamp_ms() < expiry_ms').length
    if (uses !== 0) throw new Error('the package uses the time for more than the expiry of vouchers')
  }
}
