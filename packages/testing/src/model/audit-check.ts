import { type AuditSource, auditStore, type Difference, type Ports } from '@dropkit/core'
import { assertEqual } from '../assert.ts'

/** All that an audit finds, draws recomputed. */
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

/** Everything that is kept follows from the rest of it. */
export async function assertAuditFindsNothing(
  source: AuditSource,
  ports: Parameters<typeof differencesIn>[1],
): Promise<void> {
  assertEqual(await differencesIn(source, ports), [], 'what an audit finds')
}
