import { type AuditSource, auditStore, type Difference, type Ports } from '@dropkit/core'
import { assertEqual } from '../assert.ts'

/** All differences that an audit finds, including recomputed draws. */
export async function differencesIn(
  source: AuditSource,
  { secrets, hashes, clock }: Pick<Ports, 'secrets' | 'hashes' | 'clock'>,
): Promise<readonly Difference[]> {
  const differences: Difference[] = []
  await auditStore(source, {
    secrets,
    hashes,
    now: clock.now(),
    report: (difference) => differences.push(difference),
  })
  return differences
}

/** Asserts that all stored data is consistent. */
export async function assertAuditFindsNothing(
  source: AuditSource,
  ports: Parameters<typeof differencesIn>[1],
): Promise<void> {
  assertEqual(await differencesIn(source, ports), [], 'what an audit finds')
}
