import { escapeIdentifier } from 'pg'
import { startPostgres } from '../../test/support/postgres.ts'
import { withClient } from '../../test/support/postgres-client.ts'
import type { Measure, MeasureContext, MeasureResult } from './measures/measure.ts'
import { type Folder, keep, makeFolder } from './processes/child-process.ts'
import { lookAtMachine, type Report, type ReportKind, type Row, rowOf } from './results/report.ts'

export interface RunOptions
  extends Pick<MeasureContext, 'short' | 'rounds' | 'roundSeconds' | 'warmUpSeconds'> {
  readonly measures: readonly Measure[]
  readonly kind: ReportKind
  readonly say: (line: string) => void
}

/** Runs the measures one after the other. A measure that fails becomes a row with the reason, and the others still run. */
export const runMeasures = async (options: RunOptions): Promise<Report> => {
  const { measures, kind, say, ...pace } = options
  const startedAt = performance.now()
  const date = new Date().toISOString()
  const postgres = await startPostgres({ durable: true })
  const gone = postgres.folder === undefined ? () => {} : keep({ kind: 'postgres', name: postgres.folder })
  try {
    const machine = await lookAtMachine(postgres.url)
    const rows: Row[] = []
    for (const measure of measures) {
      say(`${measure.name}: ${measure.title}`)
      const outcome = await runMeasure(measure, postgres, { ...pace, say: (line) => say(`  ${line}`) }).catch(
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      )
      if (outcome instanceof Error) say(`  failed: ${outcome.stack}`)
      rows.push(rowOf(measure, outcome))
    }
    return { date, kind, seconds: (performance.now() - startedAt) / 1_000, machine, rows }
  } finally {
    await postgres.stop()
    gone()
  }
}

type Postgres = Awaited<ReturnType<typeof startPostgres>>

const runMeasure = async (
  measure: Measure,
  postgres: Postgres,
  pace: Omit<MeasureContext, 'makeFolder' | 'createDatabase'>,
): Promise<MeasureResult> => {
  const folders: Folder[] = []
  const databases: (() => Promise<void>)[] = []
  try {
    return await measure.run({
      ...pace,
      makeFolder: () => {
        const folder = makeFolder()
        folders.push(folder)
        return folder
      },
      createDatabase: async () => {
        const { url, drop } = await postgres.createDatabase()
        const gone = keep({ kind: 'database', name: url })
        databases.push(async () => {
          await drop()
          gone()
        })
        await commitDurably(url)
        return url
      },
    })
  } finally {
    for (const drop of databases) await drop()
    for (const folder of folders) folder.remove()
  }
}

/** Makes a confirmed commit durable in this database, whatever the default of the Postgres server is. */
const commitDurably = async (url: string): Promise<void> => {
  const name = escapeIdentifier(new URL(url).pathname.slice(1))
  await withClient(url, (client) => client.query(`alter database ${name} set synchronous_commit = on`))
}
