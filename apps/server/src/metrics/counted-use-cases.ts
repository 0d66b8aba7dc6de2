import type { Dropkit, Refusal, Result } from '@dropkit/core'
import { refusalKindIn } from '../refusal-kind-in.ts'
import type { Metrics } from './metrics.ts'

type Counts = Pick<Metrics, 'countClaim' | 'countRefusal'>
type UseCases = ReturnType<Dropkit['withLease']>
type Named = Record<string, (...given: never[]) => unknown>

/** Wraps the use cases: counts claims by their outcome, and refusals by their kind. */
export const countUseCases = (dropkit: Dropkit, counts: Counts): Dropkit => ({
  ...counted(dropkit, counts),
  withLease: (lease) => counted(dropkit.withLease(lease), counts),
})

function counted<Cases extends UseCases>(cases: Cases, counts: Counts): Cases {
  const wrapped = Object.entries(cases as unknown as Named).map(([name, run]) => [
    name,
    BESIDE.has(name) ? run : countRefusals(name, run, counts),
  ])
  return { ...(Object.fromEntries(wrapped) as Cases), ...countClaims(cases, counts) }
}

/** Use cases that no client calls, that are called for every request, or whose outcome is counted elsewhere. */
const BESIDE: ReadonlySet<string> = new Set([
  'authenticate',
  'withLease',
  'claimDrop',
  'createClaim',
  'claimRandomDrop',
  'serveRoutedClaim',
  'runDueJobs',
  'startDueJobs',
  'deliverWebhooks',
  'flushLastUsed',
  'flushCounts',
  'countView',
])

/** Counts refusals without delaying the answer. */
const countRefusals =
  (name: string, run: (...given: never[]) => unknown, { countRefusal }: Counts) =>
  (...given: never[]): unknown => {
    const answer = run(...given)
    if (!(answer instanceof Promise)) return answer
    answer.then(
      (result: unknown) => {
        const kind = refusalKindIn(result)
        if (kind !== undefined) countRefusal(name, kind)
      },
      // The caller gets this error and reports it.
      () => {},
    )
    return answer
  }

function countClaims(cases: UseCases, { countClaim, countRefusal }: Counts) {
  const claim = async <T>(
    operation: string,
    work: Promise<Result<T, Refusal>>,
    outcomeOf: (value: T) => string = () => 'granted',
  ): Promise<Result<T, Refusal>> => {
    try {
      const answer = await work
      const outcome = answer.ok ? outcomeOf(answer.value) : answer.error.kind
      countClaim(operation, outcome)
      if (outcome !== 'granted') countRefusal(operation, outcome)
      return answer
    } catch (error) {
      countClaim(operation, 'failed')
      throw error
    }
  }
  const { claimDrop, createClaim, claimRandomDrop } = cases
  return {
    claimDrop: (...given: Parameters<typeof claimDrop>) => claim('claimDrop', claimDrop(...given)),
    createClaim: (...given: Parameters<typeof createClaim>) => claim('createClaim', createClaim(...given)),
    claimRandomDrop: (...given: Parameters<typeof claimRandomDrop>) =>
      claim('claimRandomDrop', claimRandomDrop(...given), (answer) =>
        answer.kind === 'drawn' ? 'granted' : answer.refusal.kind,
      ),
  }
}
