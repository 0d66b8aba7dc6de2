/**
 * Returns what `run` emits, as an async iterator. `run` starts with the first `next`. If the consumer stops, the signal of
 * `run` aborts, and the iterator ends after `run` has ended. An error that `run` throws is thrown to the consumer.
 * @param mostWaiting The maximum number of states that wait for the consumer. If it is reached, `emit` waits.
 */
export async function* statesOf<State>(
  run: (emit: (state: State) => Promise<void>, signal: AbortSignal) => Promise<void>,
  outer: AbortSignal | undefined,
  mostWaiting = 100,
): AsyncGenerator<State, void, undefined> {
  const own = new AbortController()
  const signal = outer ? AbortSignal.any([outer, own.signal]) : own.signal
  const waiting: State[] = []
  let isOver = false
  let error: unknown
  let wakeConsumer = () => {}
  let wakeProducer = () => {}
  const stop = () => wakeProducer()
  signal.addEventListener('abort', stop)

  const emit = async (state: State) => {
    if (signal.aborted && own.signal.aborted) return
    waiting.push(state)
    wakeConsumer()
    while (waiting.length >= mostWaiting && !signal.aborted)
      await new Promise<void>((resolve) => {
        wakeProducer = resolve
      })
  }
  const running = run(emit, signal)
    .catch((thrown: unknown) => {
      error = { thrown }
    })
    .finally(() => {
      isOver = true
      wakeConsumer()
    })

  try {
    for (;;) {
      const isThere = waiting.length > 0
      if (isThere) {
        const state = waiting.shift() as State
        wakeProducer()
        yield state
      } else if (isOver) {
        if (error) throw (error as { readonly thrown: unknown }).thrown
        return
      } else
        await new Promise<void>((resolve) => {
          wakeConsumer = resolve
        })
    }
  } finally {
    signal.removeEventListener('abort', stop)
    own.abort()
    wakeProducer()
    await running
  }
}
