import { believedClaims } from './0001-log-and-queue.ts'
import { DISTRIBUTED, type DistributedTable, REGISTRIES } from './distributed-tables.ts'
import {
  type ForeignKey,
  foreignKeysOf,
  type IndexShape,
  type Run,
  shapeOf,
  type TableShape,
} from './table-shape.ts'

/**
 * How the tables of `DISTRIBUTED` lie: 0 as one table each with keys of their own; 1 as one table each whose keys
 * include the drop, ready to be spread by an extension; more as so many hash partitions by drop.
 */
export type Partitions = number

/** How the tables of a database lie; null when there are none yet. */
export async function readPartitions(run: Run): Promise<Partitions | null> {
  const [row] = await run(
    `select to_regclass('drops') is not null as "isThere", to_regclass('drop_shortcodes') is not null as "isKeyed",
       (select count(*)::int from pg_inherits where inhparent = to_regclass('drops')) as partitions`,
  )
  if (row?.['isThere'] !== true) return null
  return row['isKeyed'] === true ? Math.max(1, Number(row['partitions'])) : 0
}

/**
 * Lays those tables out that migrations have just made or made anew, from what the catalogue says of them, rows
 * included. What lies as it should is left alone, so this follows every migration.
 */
export async function distributeTables(run: Run, partitions: Partitions): Promise<void> {
  if (partitions === 0) return
  const tables: { readonly table: DistributedTable; readonly shape: TableShape }[] = []
  for (const table of DISTRIBUTED) {
    const [row] = await run(
      `select relkind::text as kind from pg_class where oid = '${table.name}'::regclass`,
    )
    if (row?.['kind'] !== 'r') continue
    const shape = await shapeOf(run, table.name)
    const isKeyed = shape.indexes.every((index) => !index.isUnique || index.columns.includes(table.key))
    if (partitions > 1 || !isKeyed) tables.push({ table, shape })
  }
  if (tables.length === 0) return

  const foreignKeys = await foreignKeysOf(
    run,
    tables.map(({ table }) => table.name),
  )
  for (const { name, from } of foreignKeys) await run(`alter table ${from} drop constraint ${name}`)
  for (const { table, shape } of tables) await makeAnew(run, table, shape, partitions)
  for (const foreignKey of foreignKeys) await run(foreignKeyWithDrop(foreignKey))
  for (const { table } of tables) for (const text of registriesOf(table.name)) await run(text)
  const beliefs = believedClaims(200 * partitions)
  if (tables.some(({ table }) => table.name === 'claims')) for (const text of beliefs) await run(text)
}

async function makeAnew(
  run: Run,
  { name, key, unique }: DistributedTable,
  shape: TableShape,
  partitions: Partitions,
): Promise<void> {
  const earlier = `earlier_${name}`
  const indexes = shape.indexes.map((index) => indexWithDrop(name, key, index, unique))
  await run(`alter table ${name} rename to ${earlier}`)
  for (const { name: index, isPrimary } of shape.indexes) {
    await run(isPrimary ? `alter table ${earlier} drop constraint ${index}` : `drop index ${index}`)
  }
  const columns = `like ${earlier} including defaults including constraints including storage`
  const options = shape.options.length > 0 ? ` with (${shape.options.join(', ')})` : ''
  const isSpread = partitions > 1
  await run(`create table ${name} (${columns})${isSpread ? ` partition by hash (${key})` : options}`)
  const places = Array.from({ length: isSpread ? partitions : 0 }, (_, place) => place)
  for (const place of places) {
    const which = `for values with (modulus ${partitions}, remainder ${place})`
    await run(`create table ${name}_${place} partition of ${name} ${which}${options}`)
  }
  for (const text of indexes) await run(text)
  for (const column of shape.withoutStatistics) {
    await run(`alter table ${name} alter column ${column} set statistics 0`)
  }
  for (const { column, options: given } of shape.columnOptions) {
    const stored = isSpread ? places.map((place) => `${name}_${place}`) : [name]
    for (const each of stored)
      await run(`alter table ${each} alter column ${column} set (${given.join(', ')})`)
  }
  for (const { column, sequence } of shape.sequences) {
    await run(`alter sequence ${sequence} owned by ${name}.${column}`)
  }
  await run(`update ${earlier} set ${key} = '' where ${key} is null`)
  await run(`alter table ${name} alter column ${key} set not null`)
  await run(`insert into ${name} select * from ${earlier}`)
  await run(`drop table ${earlier}`)
}

/** The index for a table whose unique indexes must hold the key. */
function indexWithDrop(
  table: string,
  key: string,
  { name, isUnique, isPrimary, columns, definition }: IndexShape,
  unique: DistributedTable['unique'],
): string {
  const keyed = [...new Set([...columns, key])].join(', ')
  if (isUnique && !columns.includes(key) && unique[name] === undefined) {
    throw new Error(`nobody has said how ${name} is to stay unique where ${table} is distributed by ${key}`)
  }
  if (isPrimary) return `alter table ${table} add constraint ${name} primary key (${keyed})`
  if (!isUnique || columns.includes(key)) return definition
  if (unique[name] !== 'its_maker') {
    return definition.replace(`CREATE UNIQUE INDEX ${name} `, `CREATE INDEX ${lookUp(name)} `)
  }
  return definition.replace(`(${columns.join(', ')})`, `(${keyed})`)
}

/** The registry's own key has the index's name, by which a taken value is known. */
const lookUp = (index: string): string => `${index}_look_up`

function foreignKeyWithDrop({ name, from, columns, to, toColumns }: ForeignKey): string {
  const keyOf = (table: string) => DISTRIBUTED.find((one) => one.name === table)?.key
  const [own, theirs] = [keyOf(from), keyOf(to)]
  const isKeyed = theirs === undefined || own === undefined || toColumns.includes(theirs)
  const pairs = isKeyed
    ? [columns, toColumns]
    : [
        [...columns, own],
        [...toColumns, theirs],
      ]
  const [ours, others] = pairs.map((names) => names.join(', '))
  return `alter table ${from} add constraint ${name} foreign key (${ours}) references ${to} (${others})`
}

function registriesOf(table: string): string[] {
  return REGISTRIES.filter(({ of }) => of === table).flatMap(({ index, registry }) => {
    const { table: values, value, isHeld, columns } = registry
    // In brackets, for outside of them THEN would end the condition.
    const held = (row: string) => `(case when ${isHeld(row)} then ${value(row)} end)`
    return [
      `create table if not exists ${values} (
         value text collate "C" not null constraint ${index} primary key,
         drop_id text collate "C" not null
       )`,
      `insert into ${values} select ${value(table)}, ${table}.id from ${table} where ${isHeld(table)}
       on conflict do nothing`,
      `create or replace function keep_${values}() returns trigger language plpgsql as $$
       begin
         if tg_op = 'UPDATE' and ${held('new')} is not distinct from ${held('old')} then return null; end if;
         if tg_op <> 'INSERT' and ${isHeld('old')} then delete from ${values} where value = ${value('old')}; end if;
         if tg_op <> 'DELETE' and ${isHeld('new')} then insert into ${values} values (${value('new')}, new.id); end if;
         return null;
       end $$`,
      `create trigger keep_${values} after insert or delete or update of ${columns.join(', ')} on ${table}
       for each row execute function keep_${values}()`,
    ]
  })
}
