import type { Columns, ColumnType, Dialect, Statement } from '../database.ts'

const NUMBERED = /\?(\d+)/g

const TYPES: { readonly [Type in ColumnType]: string } = {
  text: 'text',
  integer: 'bigint',
  amount: 'numeric',
  boolean: 'boolean',
  real: 'double precision',
  json: 'json',
}

const statement = (name: string, text: string): Statement => ({
  name,
  text: text.replace(NUMBERED, '$$$1'),
  order: null,
  isPlannedAnew: false,
})

const names = (columns: Columns): string[] => Object.keys(columns)

const arrays = (columns: Columns, first: number): string =>
  Object.values(columns)
    .map((type, place) => `?${first + place}::${TYPES[type]}[]`)
    .join(', ')

export const postgresDialect: Dialect = {
  client: 'pg',
  statement,
  plannedAnew: (known) => ({ ...known, isPlannedAnew: true }),
  // Keys never change, so other transactions may still write rows that refer to a locked row.
  forUpdate: 'for no key update',
  skipLocked: 'for update skip locked',
  // A `min` of a source in which Postgres expects no rows would be computed from all of them.
  firstByIndex: (column, source) => `select ${column} from ${source} order by ${column} limit 1`,
  eventNumber: 'id',
  forUpdateOfFree: 'for no key update skip locked',
  forKeyShare: 'for key share',
  least: 'least',
  greatest: 'greatest',
  // Locks are always taken in the order of the hashes, so that transactions cannot deadlock.
  lockTexts: statement(
    'lock_texts',
    `select pg_advisory_xact_lock(place) from (
       select distinct hashtextextended(key, 0) as place from unnest(?1::text[]) as key order by place
     ) as places`,
  ),
  among: (expression, parameter, type) => `${expression} = any(?${parameter}::${TYPES[type]}[])`,
  withinTime: () => 'true',
  byIndex: () => '',
  sumOfAmounts: (column, condition) => `'0 ' || coalesce(sum(${column}) filter (where ${condition}), 0)`,
  joined: (expression) => `string_agg((${expression})::text, ',')`,
  jsonRows: (columns, from, orderBy) =>
    `(select json_agg(json_build_array(${columns.join(', ')}) order by ${orderBy})::text from ${from})`,
  insert: (name, table, columns, conflict = '') =>
    statement(
      name,
      `insert into ${table} (${names(columns).join(', ')})
       select * from unnest(${arrays(columns, 1)}) ${conflict}`,
    ),
  update: (name, table, keys, columns, set = {}) => {
    const sharedNames = names(keys.shared)
    const assigned = names(columns).map((column) => {
      const value = `given.${column}`
      const wanted = set[column]?.replaceAll('{new}', value).replaceAll('{old}', `${table}.${column}`)
      return `${column} = ${wanted ?? value}`
    })
    const matched = [
      ...sharedNames.map((key, place) => `${table}.${key} = ?${place + 1}`),
      ...names(keys.own).map((key) => `${table}.${key} = given.${key}`),
    ]
    const given = { ...keys.own, ...columns }
    return statement(
      name,
      `update ${table} set ${assigned.join(', ')}
       from unnest(${arrays(given, sharedNames.length + 1)}) as given(${names(given).join(', ')})
       where ${matched.join(' and ')}`,
    )
  },
  remove: (name, table, column, type = 'text') =>
    statement(
      name,
      `delete from ${table} where ${column} = any(?1::${type === 'text' ? 'text' : 'bigint'}[])`,
    ),
  each: (name, parents, orderBy, inner) => {
    const parentNames = names(parents)
    const list = inner(
      (column) => `parent.${column}`,
      (place) => `?${parentNames.length + place}`,
    )
    return statement(
      name,
      `select parent.place as parent_place, listed.*
       from unnest(${arrays(parents, 1)}) with ordinality as parent(${parentNames.join(', ')}, place)
       cross join lateral (${list}) as listed
       order by parent.place${orderBy === '' ? '' : `, ${orderBy}`}`,
    )
  },
}
