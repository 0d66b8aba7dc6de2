/** The payloads of a subscription, as JSON in UTF-8, until it ends or is ended. */
export interface UpdateStream extends AsyncGenerator<Uint8Array, void, undefined> {
  readonly over: Promise<void>
  return(): Promise<IteratorResult<Uint8Array, void>>
}

const OVER = { done: true, value: undefined } as const

/**
 * Maps the values of a source to payloads. When the stream is ended, a pending `next` resolves at once, and no further
 * values follow, whatever the source or the mapping is doing.
 */
export function updateStream(
  source: AsyncIterable<unknown>,
  toPayload: (value: unknown) => Promise<Uint8Array>,
): UpdateStream {
  const iterator = source[Symbol.asyncIterator]()
  const { promise: over, resolve: finish } = Promise.withResolvers<void>()
  let hasEnded = false
  let stopWaiting = () => {}

  async function read(): Promise<IteratorResult<Uint8Array, void>> {
    const next = await iterator.next()
    return next.done ? end() : { done: false, value: await toPayload(next.value) }
  }

  async function end(): Promise<typeof OVER> {
    if (hasEnded) return OVER
    hasEnded = true
    stopWaiting()
    finish()
    await iterator.return?.()
    return OVER
  }

  const stream: UpdateStream = {
    over,
    next: () =>
      hasEnded
        ? Promise.resolve(OVER)
        : new Promise((resolve, reject) => {
            stopWaiting = () => resolve(OVER)
            read().then(resolve, (fault) => {
              reject(fault)
              void end()
            })
          }),
    return: end,
    async throw(fault) {
      await end()
      throw fault
    },
    [Symbol.asyncIterator]: () => stream,
    async [Symbol.asyncDispose]() {
      await end()
    },
  }
  return stream
}
