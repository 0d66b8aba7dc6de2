/** A queue that a test fills and the tested code reads. Nothing is lost if it is filled first. */
export function channel<Item>() {
  const waiting: Item[] = []
  let wake = () => {}
  return {
    push(item: Item) {
      waiting.push(item)
      wake()
    },
    async *read(signal: AbortSignal): AsyncGenerator<Item, void, undefined> {
      signal.addEventListener('abort', () => wake())
      while (!signal.aborted) {
        const item = waiting.shift()
        if (item !== undefined) yield item
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}
