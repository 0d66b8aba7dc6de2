import type { KeyValueStore } from '@dropkit/core'
import { type Database, rowsAs, type Write } from '../database.ts'

interface KeyValueRow {
  key: string
  value: string
}

const MAX_KEY_LENGTH = 400

/** Sorts after every character that may follow a key prefix. */
const AFTER_ALL = '\u{10ffff}'

const mapOf = (rows: readonly KeyValueRow[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ key, value }) => [key, value]))

export function createSqlKeyValueStore(database: Database): KeyValueStore {
  const { dialect } = database
  const read = dialect.statement(
    'read_key_values',
    `select key, value from key_values where ${dialect.among('key', 1, 'text')}`,
  )
  const list = dialect.statement(
    'list_key_values',
    `select key, value from key_values where key >= ?1 and key < ?2 and key > ?3 order by key limit ?4`,
  )
  const listFirst = dialect.statement(
    'list_first_key_values',
    `select key, value from key_values where key >= ?1 and key < ?2 order by key limit ?3`,
  )
  const put = dialect.insert(
    'put_key_values',
    'key_values',
    { key: 'text', value: 'text' },
    'on conflict (key) do update set value = excluded.value',
  )
  const remove = dialect.remove('remove_key_values', 'key_values', 'key')

  function writesOf(changes: ReadonlyMap<string, string | null>): Write[] {
    const written: string[][] = []
    const removed: string[][] = []
    for (const [key, value] of changes) {
      if (key.length > MAX_KEY_LENGTH) throw new Error(`a key has ${key.length} characters`)
      if (value === null) removed.push([key])
      else written.push([key, value])
    }
    return [
      ...(written.length > 0 ? [{ statement: put, shared: [], rows: written, mustMatch: false }] : []),
      ...(removed.length > 0 ? [{ statement: remove, shared: [], rows: removed, mustMatch: false }] : []),
    ]
  }

  return {
    get: async (keys) => mapOf(rowsAs(await database.read({ statement: read, values: [keys] }))),
    transact: (keys, decide) => {
      const lock = dialect.lockTexts === null ? [] : [{ statement: dialect.lockTexts, values: [keys] }]
      const [first] = keys
      return database.change(
        [...lock, { statement: read, values: [keys] }],
        (loaded) => {
          const { writes, result } = decide(mapOf(rowsAs<KeyValueRow>(loaded.at(-1))))
          return { writes: writesOf(writes), hasEvents: false, result }
        },
        first === undefined ? {} : { locks: `key_values/${first}` },
      )
    },
    list: async (prefix, { after, limit }) => {
      const end = prefix + AFTER_ALL
      const query =
        after === undefined
          ? { statement: listFirst, values: [prefix, end, limit] }
          : { statement: list, values: [prefix, end, after, limit] }
      return rowsAs<KeyValueRow>(await database.read(query)).map(({ key, value }) => ({ key, value }))
    },
  }
}
