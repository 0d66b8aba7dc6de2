import { DISTRIBUTED, REGISTRIES } from './distributed-tables.ts'

/** Foreign keys out of distributed tables: what they refer to stays on the coordinator, where no shard sees it. */
const LEFT_BEHIND = [
  { table: 'drops', constraint: 'drops_creator_id_fkey' },
  { table: 'drops', constraint: 'drops_token_id_fkey' },
] as const

/**
 * What spreads the tables of an empty database, made with the drop in every key, over the nodes of a Citus cluster.
 * All lie with the drops: a claim's transaction finds whatever it reads and writes on one node.
 */
export const citusStatements = (): readonly string[] => [
  ...LEFT_BEHIND.map(({ table, constraint }) => `alter table ${table} drop constraint ${constraint};`),
  ...REGISTRIES.map(({ registry }) => `select create_reference_table('${registry.table}');`),
  ...REGISTRIES.map(({ of, registry }) => `drop trigger keep_${registry.table} on ${of};`),
  ...DISTRIBUTED.map(({ name, key }) => {
    const place = name === 'drops' ? `'none'` : `'drops'`
    return `select create_distributed_table('${name}', '${key}', colocate_with => ${place});`
  }),
]
