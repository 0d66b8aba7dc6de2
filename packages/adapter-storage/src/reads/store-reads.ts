import type { Address, Instant, KnownCredential, Store } from '@dropkit/core'
import { type Database, type Parameter, type Row, rowsAs } from '../database.ts'
import { gatingOf } from '../tables/drop-unions.ts'
import {
  briefDropSelection,
  type DropRead,
  dropOf,
  dropSelection,
  dropsTable,
  gatingSelection,
} from '../tables/drops-table.ts'
import type { SessionRow } from '../tables/identity-tables.ts'
import { exemptionsTable } from '../tables/lottery-tables.ts'
import { must, type Table } from '../tables/table.ts'
import { tokensTable } from '../tables/tokens-table.ts'
import { type ApiKeyRow, apiKeysTable, type UserRow, usersTable } from '../tables/users-table.ts'

/** Sorts after every id. */
const AFTER_IDS = '\u007f'

export const columnsOf = (table: { readonly name: string; readonly columns: object }): string =>
  Object.keys(table.columns)
    .map((column) => `${table.name}.${column}`)
    .join(', ')

/** Creates reads that return the rows of a table that meet a condition, as records. */
export const createSelecting =
  (database: Database) =>
  <Stored, R, Read>(
    name: string,
    table: Pick<Table<Stored, R, Read>, 'name' | 'columns' | 'fromRow'>,
    condition: string,
    selection = columnsOf(table),
  ): ((...values: Parameter[]) => Promise<Stored[]>) => {
    const text = `select ${selection} from ${table.name} where ${condition}`
    const statement = database.dialect.statement(name, text)
    return async (...values) =>
      rowsAs<Read>(await database.read({ statement, values })).map((row) => table.fromRow(row))
  }

/** Creates reads by key, for any number of keys at once. A key without a row is left out. */
const createSelectingEach =
  (database: Database) =>
  <Stored, R, Read>(
    name: string,
    table: Pick<Table<Stored, R, Read>, 'name' | 'columns' | 'fromRow'>,
    column: string,
    { selection = columnsOf(table), only = '' } = {},
  ): ((keys: readonly string[]) => Promise<Stored[]>) => {
    const statement = database.dialect.each(
      name,
      { key: 'text' },
      '',
      (parent) => `select ${selection} from ${table.name} where ${column} = ${parent('key')} ${only}`,
    )
    const recordsOf = sharingRecords((rows) => rowsAs<Read>(rows).map((row) => table.fromRow(row)))
    return async (keys) => {
      const parents = [...new Set(keys)].map((key) => [key])
      const found = await database.readEach({ statement, parents, shared: [] })
      return found.flatMap(recordsOf)
    }
  }

/** Reads by unique values, for any number of values at once. */
export function createReads(database: Database) {
  const { dialect } = database

  const selecting = createSelecting(database)
  const among = (column: string) => dialect.among(column, 1, 'text')
  const withRules = dropSelection(dialect)
  const isThere = 'deleted_at is null'

  const selectingEach = createSelectingEach(database)
  const users = selectingEach('users', usersTable, 'id')
  const usersByWallet = selectingEach('users_by_wallet', usersTable, 'wallet_address')
  const usersByIdentity = selecting('users_by_identity', usersTable, 'identity_provider_id = ?1')
  const dropsByGating = selecting('drops_by_gating', dropsTable, `gating_id = ?1 and ${isThere}`, withRules)
  const usersByName = selecting('users_by_name', usersTable, 'username = ?1')
  const tokens = selectingEach('tokens', tokensTable, 'id')
  const drops = selectingEach('drops', dropsTable, 'id', { selection: withRules, only: `and ${isThere}` })
  const briefDropsTable = { ...dropsTable, fromRow: dropOf }
  const brief = briefDropSelection(dialect)
  const briefDrops = selectingEach('brief_drops', briefDropsTable, 'id', {
    selection: brief,
    only: `and ${isThere}`,
  })
  const dropsByCode = selecting(
    'drops_by_shortcode',
    briefDropsTable,
    `lower(shortcode) = ?1 and ${isThere}`,
    brief,
  )
  // A drop may be deleted after it was read without these values.
  const metadataOfDrops = selectingEach(
    'metadata_of_drops',
    {
      ...dropsTable,
      fromRow: ({ id, metadata }: Pick<DropRead, 'id' | 'metadata'>) => [id, metadata] as const,
    },
    'id',
    { selection: 'drops.id, drops.metadata' },
  )
  const gatingOfDrops = selectingEach(
    'gating_of_drops',
    {
      ...dropsTable,
      fromRow: (row: DropRead) => [row.id, must(gatingOf(row) ?? null, 'gating config')] as const,
    },
    'id',
    { selection: gatingSelection(dialect), only: 'and gating_id is not null' },
  )
  const dropsEver = selecting('drops_ever', dropsTable, 'id = ?1', dropSelection(dialect))
  const dropsByVault = selecting('drops_by_vault', dropsTable, among('vault_object_id'), withRules)
  const openVaults = selecting(
    'open_vaults',
    dropsTable,
    `vault = 'open' and (creator_id, id) > (?1, ?2) order by creator_id, id limit ?3`,
    withRules,
  )
  const vaultAlarms = dialect.statement(
    'count_vault_alarms',
    'select count(*) as alarms from drops where vault_alarm is not null',
  )
  // Ordered by `id` alone, SQLite would use the index `api_keys_user`, which also has revoked keys.
  const apiKeys = selecting(
    'api_keys_of_user',
    apiKeysTable,
    'user_id = ?1 and revoked_at is null order by created_at desc, id desc',
  )
  const apiKey = selecting('api_key', apiKeysTable, 'id = ?1')

  const exemptions = selectingEach('exemptions', exemptionsTable, 'id')
  const exemptionsOfDrop = selecting(
    'exemptions_of_drop',
    exemptionsTable,
    'drop_id = ?1 and id < ?2 order by id desc limit ?3',
  )

  const credentials = dialect.plannedAnew(
    dialect.statement(
      'credentials',
      `select ${columnsOf(usersTable)}, 'api_key' as kind, api_keys.id as credential_id, api_keys.secret_hash,
         api_keys.requests_per_minute as own_requests_per_minute, null as expires_at, api_keys.revoked_at
       from api_keys join users on users.id = api_keys.user_id
       where ${among('api_keys.secret_hash')}
       union all
       select ${columnsOf(usersTable)}, 'session', sessions.id, sessions.secret_hash,
         null, sessions.expires_at, sessions.revoked_at
       from sessions join users on users.id = sessions.user_id
       where ${among('sessions.secret_hash')}`,
    ),
  )
  const touch = dialect.update(
    'touch_api_keys',
    'api_keys',
    { shared: {}, own: { id: 'text' } },
    { last_used_at: 'integer' },
    { set: { last_used_at: `${dialect.greatest}(coalesce({old}, {new}), {new})` } },
  )
  const anyUser = dialect.statement('any_user', 'select 1 from users limit 1')

  return {
    async credentials(secretHashes) {
      const rows = await database.read({ statement: credentials, values: [secretHashes], isShared: true })
      return new Map(rowsAs<CredentialRow>(rows).map((row) => [row.secret_hash, credentialOf(row)]))
    },
    async touchApiKeys(lastUsed) {
      if (lastUsed.size === 0) return
      const rows = [...lastUsed].sort(([one], [other]) => (one < other ? -1 : 1))
      const writes = [{ statement: touch, shared: [], rows, mustMatch: false }]
      await database.change([], () => ({ writes, hasEvents: false, result: undefined }), { mayBeLost: true })
    },
    isEmpty: async () => (await database.read({ statement: anyUser, values: [] })).length === 0,

    users: async (ids) => byKey(await users(ids), (user) => user.id),
    usersByWallet: async (wallets) =>
      byKey(await usersByWallet(wallets), (user) => user.walletAddress as Address),
    tokens: async (ids) => byKey(await tokens(ids), (token) => token.id),
    drops: async (ids) => byKey(await drops(ids), (drop) => drop.id),
    briefDrops: async (ids) => byKey(await briefDrops(ids), (drop) => drop.id),
    metadataOfDrops: async (ids) => new Map(await metadataOfDrops(ids)),
    gatingOfDrops: async (ids) => new Map(await gatingOfDrops(ids)),
    // Postgres would lower a parameter by the collation of the database, and the column by its own.
    dropByShortcode: async (shortcode) => (await dropsByCode(shortcode.toLowerCase()))[0],
    userByUsername: async (username) => (await usersByName(username))[0],
    userByIdentity: async (identity) => (await usersByIdentity(identity))[0],
    gatingConfig: async (id) => (await dropsByGating(id))[0]?.gating ?? undefined,
    apiKeys,
    apiKey: async (id) => (await apiKey(id))[0],
    dropsByVault: async (objectIds) =>
      byKey(await dropsByVault(objectIds), ({ vault }) =>
        'objectId' in vault ? vault.objectId : ('' as Address),
      ),
    openVaults: ({ after, limit }) => openVaults(after?.creatorId ?? '', after?.dropId ?? '', limit),
    async countVaultAlarms() {
      const [row] = rowsAs<{ alarms: number }>(await database.read({ statement: vaultAlarms, values: [] }))
      return row?.alarms ?? 0
    },
    dropForSettlement: async (dropId) => (await dropsEver(dropId))[0],
    exemptions: async (ids) => byKey(await exemptions(ids), ({ id }) => id),
    listExemptions: (dropId, { after = AFTER_IDS, limit }) => exemptionsOfDrop(dropId, after, limit),
  } satisfies Partial<Store>
}

export const byKey = <Key, Stored>(
  records: readonly Stored[],
  keyOf: (record: Stored) => Key,
): ReadonlyMap<Key, Stored> => new Map(records.map((record) => [keyOf(record), record]))

type CredentialRow = UserRow &
  Pick<ApiKeyRow, 'secret_hash' | 'revoked_at'> & {
    own_requests_per_minute: number | null
    expires_at: Instant | null
  } & (
    | { kind: 'api_key'; credential_id: ApiKeyRow['id'] }
    | { kind: 'session'; credential_id: SessionRow['id'] }
  )

const credentialOf = (row: CredentialRow): KnownCredential => ({
  credential:
    row.kind === 'session'
      ? { kind: 'session', id: row.credential_id }
      : { kind: 'api_key', id: row.credential_id },
  user: usersTable.fromRow(row),
  secretHash: row.secret_hash,
  requestsPerMinute: row.own_requests_per_minute,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
})

/**
 * Converts rows to records, and returns the same records for the same rows, so that callers that share a read share its
 * records.
 */
export function sharingRecords<Stored>(
  make: (rows: readonly Row[]) => readonly Stored[],
): (rows: readonly Row[]) => readonly Stored[] {
  const made = new WeakMap<readonly Row[], readonly Stored[]>()
  return (rows) => {
    const known = made.get(rows) ?? make(rows)
    made.set(rows, known)
    return known
  }
}
