import { fromHex } from '@mysten/sui/utils'
import { type MoveTest, moveTest, type VmOutcome } from './move-test.ts'
import { createdId } from './objects.ts'

// A transaction is tried out before it is sent, so the machine would do most things twice. What differs between the two
// is the digest, which only the ids of what is made follow from, and the time, which the package only ever holds against
// a voucher's expiry. So a transaction is run with a digest that is always the same, its ids are put in afterwards, and
// what came of it is remembered for the next one that is equal but for these.

const ANY_DIGEST = new Uint8Array(32)

export interface MemoizableTest {
  /** Equal for tests of which the same comes. */
  readonly key: string
  /** The test as it is to be run. */
  readonly test: MoveTest
  /** Puts the ids of the transaction back into what came of it. */
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

/** Throws when the package looks at the time in any other way than is taken for granted here. */
export function assertTimeIsOnlyCompared(sources: readonly string[]): void {
  for (const source of sources) {
    const uses = source.split('timestamp_ms').length - source.split('clock.timestamp_ms() < expiry_ms').length
    if (uses !== 0) throw new Error('the package uses the time for more than the expiry of vouchers')
  }
}
