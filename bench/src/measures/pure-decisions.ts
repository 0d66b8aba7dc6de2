import type { DecidedRound } from '../work/decide-claims.ts'
import { runWork } from '../work/run-work.ts'
import { type Measure, spreadOf } from './measure.ts'

/** Measures the claim rule alone, without storage and network. */
export const pureDecisions: Measure = {
  name: 'pure-decisions',
  title: 'Pure decisions in core, one thread',
  unit: 'a CPU second',
  goal: 1_000_000,
  stretch: 3_000_000,
  higherIsBetter: true,
  async run({ short, say }) {
    say('deciding claims in memory')
    const [claims, rounds] = short ? [100_000, 5] : [300_000, 11]
    const decided = await runWork<readonly DecidedRound[]>('decide-claims', { arguments: [claims, rounds] })
    const series = [...Map.groupBy(decided, ({ work }) => work)].map(([work, ofWork]) => {
      const rates = ofWork.map(({ claims, cpuSeconds }) => claims / cpuSeconds)
      const byTheClock = ofWork.map(({ claims, wallSeconds }) => claims / wallSeconds)
      const spread = spreadOf(rates)
      return {
        contestant: work,
        unit: 'decisions a CPU second',
        rounds: rates,
        spread,
        details: { 'µs for 100': 1e8 / spread.median, 'a second by the clock': spreadOf(byTheClock).median },
      }
    })
    const [first] = series
    if (!first) throw new Error('nothing was decided')
    return {
      figure: first.spread,
      series,
      notes: [
        'Counted by the CPU time of the whole process, its garbage collector included, so that neighbours do not matter.',
        'All claim checks, the new claim, the tally and the event of each claim; new wallets, an amount fixed by the drop.',
        'A random drop computes two HMAC-SHA256 a claim in OpenSSL; that is nearly all of what it costs.',
      ],
    }
  },
}
