import { openAudit } from '@dropkit/adapter-storage'
import { type Audited, auditStore, type Difference, type Secrets } from '@dropkit/core'
import { nodeHashes } from '../ports/node-crypto.ts'
import { machineClocks } from '../time/service-clock.ts'

export interface StoreAudit {
  /** A `sqlite:` or `postgres://` URL. */
  readonly databaseUrl: string
  /** Opens the seeds of random drops. Null if no master key is available. */
  readonly secrets: Secrets | null
  readonly isJson: boolean
}

/** The largest number of differences that are written. All are counted. */
const MOST_WRITTEN = 1_000
const PROGRESS_EVERY_MS = 200

/** Audits a store, which may be in use, and writes the differences. Returns true if there are none. */
export async function auditAndWrite(
  { databaseUrl, secrets, isJson }: StoreAudit,
  output: { write(text: string): unknown },
): Promise<boolean> {
  const written: Difference[] = []
  const progress = createProgressLine()
  const audited = await auditStore(openAudit(databaseUrl), {
    secrets,
    hashes: nodeHashes,
    now: machineClocks.systemNow(),
    report(difference) {
      if (written.length >= MOST_WRITTEN) return
      written.push(difference)
      if (isJson) return
      progress.clear()
      output.write(`${lineOf(difference)}\n`)
    },
    onProgress: ({ drops, claims, events }) =>
      progress.show(`${drops} drops, ${claims} claims, ${events} events`),
  })
  progress.clear()
  output.write(
    isJson
      ? `${JSON.stringify({ ...audited, found: written }, null, 2)}\n`
      : summaryOf(audited, written.length),
  )
  return audited.differences === 0
}

const lineOf = ({ dropId, record, field, stored, derived }: Difference): string =>
  `${dropId === null || record === dropId ? '' : `${dropId}: `}${record}: ${field} is ${stored}, should be ${derived}`

function summaryOf(audited: Audited, written: number): string {
  const { drops, claims, events, intents, tokens, differences, drawsChecked, drawsNotChecked, unmatched } =
    audited
  const lines = [
    `${differences === 0 ? 'no differences' : `${differences} differences`} in ${drops} drops, ${claims} claims, ${intents} payment intents, ${tokens} tokens, ${events} events`,
  ]
  if (unmatched.open + unmatched.returning > 0)
    lines.push(
      `${unmatched.open} unmatched payments wait for the operator, ${unmatched.returning} are being returned`,
    )
  if (differences > written) lines.push(`only the first ${written} differences are printed`)
  if (drawsChecked > 0) lines.push(`every draw of ${drawsChecked} random drops was recomputed`)
  if (drawsNotChecked > 0)
    lines.push(
      `NOT CHECKED: the draws of ${drawsNotChecked} random drops, because the master key (MASTER_KEY, or master.key in DATA_DIR) does not decrypt their seeds`,
    )
  return `${lines.join('\n')}\n`
}

/** A progress line on standard error. Writes nothing if standard error is not a terminal. */
export function createProgressLine() {
  const isWatched = process.stderr.isTTY === true
  let shownAt = 0
  return {
    show(text: string): void {
      if (!isWatched || performance.now() < shownAt + PROGRESS_EVERY_MS) return
      shownAt = performance.now()
      process.stderr.write(`\r\u001b[K${text}`)
    },
    clear(): void {
      if (isWatched && shownAt > 0) process.stderr.write('\r\u001b[K')
    },
  }
}
