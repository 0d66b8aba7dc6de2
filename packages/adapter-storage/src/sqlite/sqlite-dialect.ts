import type { Columns, Dialect, Statement } from '../database.ts'

const NUMBERED = /\?(\d+)/g

/** better-sqlite3 binds by position, so a parameter that occurs twice is passed twice. */
function statement(name: string, text: string): Statement {
  const order: number[] = []
  const placed = text.replace(NUMBERED, (_, digits: string) => {
    order.push(Number(digits) - 1)
    return '?'
  })
  const isInOrder = order.every((parameter, place) => parameter === place)
  return { name, text: placed, order: isInOrder ? null : order, isPlannedAnew: false }
}

const names = (columns: Columns): string[] => Object.keys(columns)

export const sqliteDialect: Dialect = {
  client: 'better-sqlite3',
  statement,
  plannedAnew: (known) => known,
  // SQLite has one writer at a time, which implicitly locks everything.
  forUpdate: '',
  skipLocked: '',
  // Ordered by the column, a search for many rows would scan the table.
  firstByIndex: (column, source) => `select min(${column}) from ${source}`,
  eventNumber: 'position',
  forUpdateOfFree: '',
  forKeyShare: '',
  lockTexts: null,
  least: 'min',
  greatest: 'max',
  among: (expression, parameter) => `${expression} in (select value from json_each(?${parameter}))`,
  withinTime: (column) => `within_time(${column})`,
  byIndex: (name) => `indexed by ${name}`,
  // Neither half can overflow: each is below 10^10 in every row.
  sumOfAmounts: (column, condition) => {
    const half = (first: number) =>
      `coalesce(sum(cast(substr(${column}, ${first}, 10) as integer)) filter (where ${condition}), 0)`
    return `${half(1)} || ' ' || ${half(11)}`
  },
  joined: (expression) => `group_concat(${expression}, ',')`,
  jsonRows: (columns, from, orderBy) =>
    `(select json_group_array(json_array(${columns.join(', ')}) order by ${orderBy}) from ${from})`,
  insert: (name, table, columns, conflict = '') => {
    const places = names(columns).map((_, place) => `?${place + 1}`)
    return statement(
      name,
      `insert into ${table} (${names(columns).join(', ')}) values (${places.join(', ')}) ${conflict}`,
    )
  },
  update: (name, table, keys, columns, set = {}) => {
    const keyNames = [...names(keys.shared), ...names(keys.own)]
    const assigned = names(columns).map((column, place) => {
      const value = `?${keyNames.length + place + 1}`
      const wanted = set[column]?.replaceAll('{new}', value).replaceAll('{old}', column)
      return `${column} = ${wanted ?? value}`
    })
    const matched = keyNames.map((key, place) => `${key} = ?${place + 1}`)
    return statement(name, `update ${table} set ${assigned.join(', ')} where ${matched.join(' and ')}`)
  },
  remove: (name, table, column) => statement(name, `delete from ${table} where ${column} = ?1`),
  each: (name, parents, _orderBy, inner) => {
    const parentNames = names(parents)
    const text = inner(
      (column) => `?${parentNames.indexOf(column) + 1}`,
      (place) => `?${parentNames.length + place}`,
    )
    return statement(name, text)
  },
}
