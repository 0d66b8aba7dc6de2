import type { Knex } from 'knex'

export type Condition = (query: Knex.QueryBuilder) => Knex.QueryBuilder

/** The rows of several disjoint lists, each with its own order and limit. */
export function unionOf(knex: Knex, lists: readonly Knex.QueryBuilder[]): Knex.QueryBuilder {
  const [first, ...others] = lists.map((list, place) => knex.select('*').from(list.as(`list_${place}`)))
  if (!first) throw new Error('a union of nothing')
  return knex.select('*').from(first.unionAll(others).as('lists'))
}
