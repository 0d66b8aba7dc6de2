import type { Slices } from '../domain/slices.ts'
import type { Ports } from '../ports/index.ts'

type EndOfTurn = NonNullable<Ports['endOfTurn']>

/** The last turn that a slice waits for, by service. */
const lastTurns = new WeakMap<EndOfTurn, Promise<void>>()

/**
 * Does work in turns of the event loop. In each turn, only one slice of all requests runs, so that many requests together
 * hold the event loop no longer than one. Requests alternate. Without `endOfTurn`, the work is done without a pause.
 */
export async function inTurns<T>({ endOfTurn }: Pick<Ports, 'endOfTurn'>, work: Slices<T>): Promise<T> {
  for (;;) {
    if (endOfTurn) await nextTurn(endOfTurn)
    const slice = work.next()
    if (slice.done) return slice.value
  }
}

function nextTurn(endOfTurn: EndOfTurn): Promise<void> {
  const turn = (lastTurns.get(endOfTurn) ?? Promise.resolve()).then(endOfTurn)
  lastTurns.set(endOfTurn, turn)
  return turn
}
