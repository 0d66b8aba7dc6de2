import { dropkit } from '../contestants/dropkit.ts'
import { knex } from '../contestants/knex.ts'
import { limit } from '../contestants/limit.ts'
import { postgraphile } from '../contestants/postgraphile.ts'
import { type CompareOptions, type Comparison, compareRates } from './compare-rates.ts'
import type { MeasureContext } from './measure.ts'

export type Opponents = 'sqlite against the limit' | 'postgres against PostGraphile'

const made = new Map<string, Promise<Comparison>>()

/** Two rows (a rate and its CPU time) come from one load, so each load runs once. */
export const comparison = (
  context: MeasureContext,
  opponents: Opponents,
  work: CompareOptions['work'],
  drops: number,
): Promise<Comparison> => {
  const key = `${opponents} ${work} ${drops}`
  const known = made.get(key)
  if (known) return known
  const options =
    opponents === 'sqlite against the limit' ? againstLimit : againstPostgraphile(context, work, drops)
  const running = compareRates(context, { ...options, work, drops })
  made.set(key, running)
  return running
}

const againstLimit: Pick<CompareOptions, 'entries' | 'sameSize'> = {
  entries: [
    { contestant: dropkit, database: 'sqlite' },
    { contestant: limit, database: 'none' },
  ],
  sameSize: true,
}

const againstPostgraphile = (
  { short }: MeasureContext,
  work: CompareOptions['work'],
  drops: number,
): Pick<CompareOptions, 'entries' | 'notes'> => {
  const ours = { contestant: dropkit, database: 'postgres' } as const
  const peer = { contestant: postgraphile, database: 'postgres' } as const
  // The short form has no time for a third contestant.
  const hasKnex = work === 'claims' && drops === 1 && !short
  return {
    entries: hasKnex ? [ours, peer, { contestant: knex, database: 'postgres' }] : [ours, peer],
    notes: [
      work === 'claims'
        ? 'PostGraphile checks no key and signs no voucher: it does less than Dropkit'
        : 'PostGraphile checks no key',
    ],
  }
}
