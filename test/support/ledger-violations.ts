// Checks what must be true of a drop's rows at any moment, even after a kill. Returns what is wrong, as sentences.

import { eventually } from './drops.ts'
import { type LedgerRows, readLedgerRows, readSnapshot } from './ledger-rows.ts'

/** A claim as the server has answered it. */
export type AcknowledgedClaim = {
  readonly claimId: string
  readonly sequence: number
  readonly amount: string
}

const MOST_SAID = 5

/** States in which a claim takes its amount out of the pool. In the other states the amount is free again. */
const RESERVED = ['PENDING', 'SUBMITTED', 'CONFIRMED']
const GIVEN_BACK = ['claim.expired', 'claim.failed']

const differing = (what: string, pairs: Readonly<Record<string, unknown>>): string[] => {
  const values = Object.values(pairs).map(String)
  if (new Set(values).size <= 1) return []
  const said = Object.entries(pairs).map(([name, value]) => `${name} ${value}`)
  return [`${what}: ${said.join(', ')}`]
}

/** Lists the first few of many similar violations, and how many there are. */
const some = (violations: readonly string[]): string[] =>
  violations.length <= MOST_SAID
    ? [...violations]
    : [...violations.slice(0, MOST_SAID), `and ${violations.length - MOST_SAID} more like these`]

/** Checks that counters, rows and events agree for each claim and in total, and that each item went to one wallet. */
export const ledgerViolations = (rows: LedgerRows): string[] => {
  const { claims, events } = rows
  const claimed = events.filter(({ type }) => type === 'drop.claimed')
  const reserved = claims.filter(({ status }) => RESERVED.includes(status))
  const violations = [
    ...differing('how many there are', {
      'last sequence': rows.lastSequence,
      rows: claims.length,
      wallets: new Set(claims.map(({ wallet }) => wallet)).size,
      events: claimed.length,
    }),
    ...differing('how many are reserved', { counter: rows.reservedCount, rows: reserved.length }),
    ...differing('how much is reserved', {
      counter: rows.reservedAmount,
      rows: reserved.reduce((sum, { amount }) => sum + amount, 0n),
    }),
  ]
  const byPlace: string[] = []
  let place = 0
  let running = 0n
  for (const { type, data } of events) {
    if (GIVEN_BACK.includes(type)) running -= BigInt(String(data['amount']))
    if (type !== 'drop.claimed') continue
    const claim = claims[place++]
    running += claim?.amount ?? 0n
    byPlace.push(
      ...differing(`claim ${place}: its number`, { row: claim?.sequence, event: data['sequence'], place }),
      ...differing(`claim ${place}: its wallet`, { row: claim?.wallet, event: data['userAddress'] }),
      ...differing(`claim ${place}: its amount`, { row: claim?.amount, event: data['amount'] }),
      ...differing(`claim ${place}: the sum so far`, { rows: running, event: data['claimedAmount'] }),
    )
  }
  return [...violations, ...some(byPlace)]
}

/** Checks that every acknowledged claim exists with that number, wallet and amount. */
export const lostClaims = (
  { claims }: Pick<LedgerRows, 'claims'>,
  acknowledged: ReadonlyMap<string, AcknowledgedClaim>,
): string[] => {
  const byWallet = new Map(claims.map((claim) => [claim.wallet, claim]))
  const violations = [...acknowledged].flatMap(([wallet, { claimId, sequence, amount }]) => {
    const row = byWallet.get(wallet)
    if (row && row.sequence === sequence && String(row.amount) === amount) return []
    return [
      `${wallet} was told ${claimId}, number ${sequence}, amount ${amount}; there is ${row?.sequence ?? 'nothing'}`,
    ]
  })
  return some(violations)
}

/** Compares only the counts, inside the database. This is cheap enough to run after every kill. */
export const violationsOfCounts = async (databaseUrl: string, dropId: string): Promise<string[]> => {
  const [[drop], [claims], [reserved], [events]] = await readSnapshot(databaseUrl, async (query) => [
    await query('select * from drops where id = $1', dropId),
    await query(
      `select count(*) as count, count(distinct user_address) as wallets, max(sequence) as last
       from claims where drop_id = $1`,
      dropId,
    ),
    await query(
      `select count(*) as count, sum(cast(amount as bigint)) as amount
       from claims where drop_id = $1 and status in (${RESERVED.map((status) => `'${status}'`).join(', ')})`,
      dropId,
    ),
    await query(`select count(*) as count from events where drop_id = $1 and type = 'drop.claimed'`, dropId),
  ])
  return [
    ...differing('how many there are', {
      'last sequence': drop?.['last_sequence'],
      rows: claims?.['count'],
      wallets: claims?.['wallets'],
      'last row': claims?.['last'] ?? 0,
      events: events?.['count'],
    }),
    ...differing('how many are reserved', { counter: drop?.['reserved_count'], rows: reserved?.['count'] }),
    ...differing('how much is reserved', {
      counter: BigInt(String(drop?.['reserved_amount'])),
      rows: BigInt(String(reserved?.['amount'] ?? 0)),
    }),
  ]
}

/** The rows of a drop once every event has its position in the log. On Postgres it is assigned shortly after the commit. */
export const settledRows = (databaseUrl: string, dropId: string): Promise<LedgerRows> =>
  eventually(
    () => readLedgerRows(databaseUrl, dropId),
    ({ events }) => events.every(({ position }) => position !== null),
    30_000,
  )

/** All violations in a drop's rows, compared to the acknowledged claims. */
export const allViolations = async (
  databaseUrl: string,
  dropId: string,
  acknowledged: ReadonlyMap<string, AcknowledgedClaim>,
): Promise<{ readonly rows: LedgerRows; readonly violations: string[] }> => {
  const rows = await settledRows(databaseUrl, dropId)
  return { rows, violations: [...ledgerViolations(rows), ...lostClaims(rows, acknowledged)] }
}
