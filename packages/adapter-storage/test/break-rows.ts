import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { type OwnDatabase, pathOf } from './databases.ts'
import { DROP_TITLES } from './furnished-store.ts'

/** What is done to rows past the server, and what an audit must name for it: records and fields, and nothing else. */
interface Broken {
  /** `AMOUNT(n)` stands for an amount as the database keeps it. */
  readonly statements: readonly string[]
  readonly named: readonly string[]
  /** Where the place given last is kept apart. */
  readonly alsoOnPostgres?: readonly string[]
}

type Name = keyof typeof DROP_TITLES

const idOf = (name: Name) => `(select id from drops where title = '${DROP_TITLES[name]}')`
const drop = (name: Name) => ['drops', `title = '${DROP_TITLES[name]}'`] as const
const claim = (name: Name, sequence: number) =>
  ['claims', `drop_id = ${idOf(name)} and sequence = ${sequence}`] as const
const event = (name: Name, type: string) =>
  ['events', `drop_id = ${idOf(name)} and type = '${type}'`] as const
const job = (name: Name, kind: string) => ['jobs', `subject = ${idOf(name)} and kind = '${kind}'`] as const
/** By the wallet that buys. */
const intent = (number: number) => ['payment_intents', `wallet like '%000${number}'`] as const

const set = (
  [table, where]: readonly [string, string],
  assignment: string,
  ...named: readonly string[]
): Broken => ({
  statements: [`update ${table} set ${assignment} where ${where}`],
  named,
})
const remove = ([table, where]: readonly [string, string], ...named: readonly string[]): Broken => ({
  statements: [`delete from ${table} where ${where}`],
  named,
})

export const brokenRows: Readonly<Record<string, Broken>> = {
  'an amount that is counted': set(drop('free'), 'reserved_amount = AMOUNT(30)', 'free reservedAmount'),
  'claims that are counted': set(drop('free'), 'reserved_count = 3', 'free reservedCount'),
  'the newest sequence': set(drop('free'), 'last_sequence = 4', 'free lastSequence'),
  'items that are held': set(drop('sold'), 'held_items = 2', 'sold heldItems'),
  'an amount that is held': set(drop('sold'), 'held_amount = AMOUNT(20)', 'sold heldAmount'),
  'what was taken in': set(
    drop('sold'),
    'takings_received = AMOUNT(4000000001), takings_owed = AMOUNT(1)',
    'sold payments.received',
    'sold payments.owed',
  ),
  'what a drop has earned': set(drop('sold'), 'takings_earned = AMOUNT(3000000000)', 'sold payments.earned'),
  'a status': set(drop('free'), `status = 'PAUSED'`, 'free status'),
  'a drop that is not sold out': set(drop('drawn'), `status = 'ACTIVE'`, 'drawn status'),
  'the pool of a drop': set(drop('free'), 'pool = AMOUNT(2000)', 'free maxAmount'),
  'a title': set(drop('free'), `title = 'Other'`, 'free title'),
  'a vault with too little in it': set(drop('free'), 'vault_deposited = AMOUNT(10)', 'free vault.deposited'),
  'when a drop was over': set(drop('free'), 'completed_at = 1', 'free completedAt'),
  'a key that signs vouchers': set(drop('keyed'), `voucher_public_key = 'other'`, 'keyed voucherKey'),
  'the amount of a claim': set(
    claim('free', 1),
    'amount = AMOUNT(11)',
    'free#1 amount',
    'free#1 orderHead',
    'free reservedAmount',
  ),
  'whose a claim is': set(claim('free', 3), `user_address = '0x5'`, 'free#3 orderHead', 'free#3 userAddress'),
  'who asked for a claim': set(
    claim('free', 3),
    `caller_id = 'user_x'`,
    'free#3 callerId',
    'free claims that user_x asked for',
    'free claims that the owner asked for',
  ),
  'a claim beyond what a wallet may have': set(claim('free', 3), 'slot = 2', 'free#3 slot'),
  'a place that was given up': set(claim('free', 2), 'slot = 1', 'free#2 slot'),
  'the transaction that paid a claim': set(claim('free', 1), `tx_hash = 'other'`, 'free#1 txHash'),
  'a claim that is not paid': set(
    claim('free', 3),
    `status = 'CONFIRMED', expires_at = null, tx_hash = 'none', claimed_at = 1`,
    'free#3 state',
  ),
  'a claim that was paid, given back': set(
    claim('free', 1),
    `status = 'EXPIRED', tx_hash = null, claimed_at = null, expired_at = 1, slot = -1`,
    'free#1 state',
    'free reservedAmount',
    'free reservedCount',
  ),
  'a claim under way in no transaction': set(
    claim('drawing', 1),
    `status = 'SUBMITTED', tx_hash = 'other'`,
    'drawing#1 transaction under way',
  ),
  'when a claim was made': set(
    claim('free', 1),
    'created_at = created_at + 1',
    'free#1 createdAt',
    'free#1 orderHead',
  ),
  'a draw': set(
    claim('drawn', 1),
    'amount = AMOUNT(1000)',
    'drawn#1 amount',
    'drawn#1 amount (drawn)',
    'drawn#1 orderHead',
    'drawn reservedAmount',
    'drawn sum of all draws',
  ),
  'a seed that was promised': set(drop('drawn'), `seed_commitment = 'other'`, 'drawn randomnessCommitment'),
  'a claim that is gone': remove(
    claim('drawing', 1),
    'drawing#1 row',
    'drawing reservedAmount',
    'drawing reservedCount',
    'drawing lastSequence',
    'drawing claims in hour 0',
    'drawing claims that the owner asked for',
  ),
  'what a claim cost': set(
    claim('sold', 1),
    'cost = AMOUNT(1)',
    'sold#1 cost',
    'claimed earned',
    'sold payments.earned',
  ),
  'the purchase that a claim spends': set(
    claim('sold', 1),
    'intent_id = null',
    'sold#1 intentId',
    'sold#1 cost',
    'claimed earned',
    'claimed spent',
    'sold payments.earned',
  ),
  'items that were spent': set(intent(1), 'spent = 0', 'claimed spent'),
  'items that are held for a buyer': set(
    intent(4),
    'held = 0',
    'open held',
    'sold heldItems',
    'sold heldAmount',
  ),
  'what a buyer got back': set(intent(2), 'refunded = AMOUNT(1)', 'refunded refunded'),
  'what a buyer paid': set(
    intent(2),
    'paid_amount = AMOUNT(2000000001)',
    'sold payments.received',
    'sold payments.owed',
  ),
  'a purchase that expired': set(
    intent(4),
    `state = 'EXPIRED', held = 0`,
    'open state',
    'sold heldItems',
    'sold heldAmount',
  ),
  'how much a refund gives back': set(
    ['refunds', 'id is not null'],
    'amount = AMOUNT(1)',
    'refunded refunding',
    'refunded refunded',
    'sold payments.refunded',
  ),
  'a refund that was not sent': set(
    ['refunds', 'id is not null'],
    `state = 'PENDING', tx_hash = null`,
    'refunded refunded',
    'a refund state',
    'a refund transactions that paid it',
    'sold job send_transfers',
  ),
  'how much an owner was paid': set(
    ['payouts', 'id is not null'],
    'amount = AMOUNT(1)',
    'sold payments.paidOut',
  ),
  'a payment that no record uses': remove(
    ['used_payments', `intent_id in (select id from payment_intents where wallet like '%0001')`],
    'claimed payment that is used up',
  ),
  'a payment that is used by nothing': {
    statements: [`insert into used_payments (tx_hash, intent_id) values ('other', 'intent_x')`],
    named: ['payment other intentId'],
  },
  'a payment that was never made': set(
    ['chain_transactions', `purpose = 'payout'`],
    `state = 'lost'`,
    'a payout transactions that paid it',
    'a payout txHash',
  ),
  'a transfer that is sent once more': set(
    ['chain_transactions', `purpose = 'payout'`],
    `state = 'sent'`,
    'a payout transactions that paid it',
    'a payout transactions under way',
    'a payout txHash',
    'sold job send_transfers',
  ),
  'two transactions that do the same': {
    statements: [
      `update chain_transactions set state = 'sent', purpose = 'deliver_claims', sequences = '[9]', deposit = null
       where purpose = 'open_vault' and drop_id = ${idOf('free')}`,
      `update chain_transactions set state = 'sent', drop_id = ${idOf('free')}, purpose = 'deliver_claims',
         sequences = '[9]', deposit = null
       where purpose = 'open_vault' and drop_id = ${idOf('sold')}`,
    ],
    named: [
      'a transaction transactions under way (delivery of 9)',
      'free#9 transactions under way',
      'free job deliver_claims',
    ],
  },
  'the job that ends vouchers': remove(job('free', 'expire_claims'), 'free job expire_claims'),
  'the job that delivers': remove(job('drawing', 'deliver_claims'), 'drawing job deliver_claims'),
  'the job that ends intents': remove(job('sold', 'settle_intents'), 'sold job settle_intents'),
  'the job of a deadline': remove(job('free', 'settle_schedule'), 'free job settle_schedule'),
  'how many claims an hour has seen': set(
    ['claim_hours', `drop_id = ${idOf('drawn')}`],
    'count = count + 1',
    'drawn claims in hour 0',
  ),
  'how many claims a caller has': set(
    ['claim_callers', `drop_id = ${idOf('drawn')}`],
    'count = count + 1',
    'drawn claims that the owner asked for',
  ),
  'what an event says has happened': set(
    event('free', 'claim.expired'),
    `type = 'claim.failed'`,
    'free#2 state',
    'a delivery of',
  ),
  'whose event it is': set(event('sold', 'drop.created'), `owner_id = 'user_x'`, 'an event ownerId'),
  'an event at the end of the log': {
    ...remove(
      ['events', `intent_id in (select id from payment_intents where wallet like '%0004')`],
      'open payment.created',
      'open state',
    ),
    alsoOnPostgres: ['log place given last'],
  },
  'an event within the log': remove(event('drawn', 'drop.sold_out'), 'an event row', 'drawn status'),
  'that a claim was made': remove(
    event('free', 'claim.confirmed'),
    'an event row',
    'free#1 state',
    'a delivery of',
  ),
  'a delivery that is gone': remove(
    ['webhook_deliveries', `event_type = 'claim.expired'`],
    'a webhook delivery of an event',
  ),
  'what a delivery is of': set(
    ['webhook_deliveries', `event_type = 'claim.expired'`],
    `event_type = 'claim.failed'`,
    'a delivery of',
  ),
  'how far the log was read for webhooks': set(
    ['delivery_cursor', 'only_row'],
    'position = position + 1000000',
    'log place read for webhooks',
  ),
  'a token that was never made': set(
    ['tokens', 'id is not null'],
    `deployment = 'FAILED', tx_hash = 'other', failure_reason = 'none', address = null, package_id = null, coin_type = null`,
    'the token deployment',
  ),
}

/**
 * Runs SQL on a store as a hand would that knows no rule: past the server, and past references between tables. What was
 * there before comes back once `look` is done.
 */
export async function whileBroken<T>(
  { url }: Pick<OwnDatabase, 'url'>,
  statements: readonly string[],
  look: () => Promise<T>,
): Promise<T> {
  const isSqlite = url.startsWith('sqlite:')
  const storedAmount = (_: string, digits: string) => (isSqlite ? `'${digits.padStart(20, '0')}'` : digits)
  const written = statements.map((statement) => statement.replaceAll(/AMOUNT\((\d+)\)/g, storedAmount))
  const tables = [
    ...new Set(written.map((text) => /^(?:update|delete from|insert into) (\w+)/.exec(text)?.[1])),
  ]
  const run = isSqlite ? onSqlite(pathOf(url)) : await onPostgres(url)
  try {
    for (const table of tables) await run(`create table before_${table} as select * from ${table}`)
    for (const statement of written) await run(statement)
    return await look()
  } finally {
    for (const table of tables) {
      await run(`delete from ${table}`)
      await run(`insert into ${table} select * from before_${table}`)
      await run(`drop table before_${table}`)
    }
    await run(null)
  }
}

/** Runs a statement; null ends it. */
type Run = (statement: string | null) => Promise<unknown>

function onSqlite(path: string): Run {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  return async (statement) => (statement === null ? database.close() : database.exec(statement))
}

async function onPostgres(url: string): Promise<Run> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  return (statement) => (statement === null ? client.end() : client.query(statement))
}
