import { eventually } from '../support/drops.ts'
import { ledgerViolations, lostClaims, type ToldClaim } from '../support/ledger-violations.ts'
import { type LedgerRows, readLedgerRows } from '../support/ledger-rows.ts'

/** The rows of a drop once every event has its position in the log. On Postgres it is assigned shortly after the commit. */
export const settledRows = (databaseUrl: string, dropId: string): Promise<LedgerRows> =>
  eventually(
    () => readLedgerRows(databaseUrl, dropId),
    ({ events }) => events.every(({ position }) => position !== null),
    30_000,
  )

/** All errors in a drop's rows, compared to what the claimers were told. */
export const allViolations = async (
  databaseUrl: string,
  dropId: string,
  told: ReadonlyMap<string, ToldClaim>,
): Promise<{ readonly rows: LedgerRows; readonly violations: string[] }> => {
  const rows = await settledRows(databaseUrl, dropId)
  return { rows, violations: [...ledgerViolations(rows), ...lostClaims(rows, told)] }
}
