import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

const MAX_BATCH = 3

test('each item is processed once and in order, whenever items arrive and whichever batches fail', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
      fc.array(fc.boolean(), { maxLength: 6 }),
      async (scheduler, arriveLate, failures) => {
        const processed: number[] = []
        let [batches, running, mostRunning, largest, timesEmpty] = [0, 0, 0, 0, 0]
        const batcher = createBatcher<number, string>(
          MAX_BATCH,
          async (items) => {
            const isFailing = failures[batches++] ?? false
            mostRunning = Math.max(mostRunning, ++running)
            largest = Math.max(largest, items.length)
            processed.push(...items)
            await scheduler.schedule(Promise.resolve(), 'a batch ends')
            running--
            if (isFailing) throw new Error(`a batch of ${items.join()} failed`)
            return items.map((item) => `answer to ${item}`)
          },
          () => timesEmpty++,
        )
        const added: number[] = []
        const outcomes = arriveLate.map(async (isLate, item) => {
          if (isLate) await scheduler.schedule(Promise.resolve(), `${item} arrives`)
          added.push(item)
          return batcher.add(item).catch((cause: Error) => cause.message)
        })
        const answers = await scheduler.waitFor(Promise.all(outcomes))
        expect(processed).toEqual(added)
        expect(mostRunning).toBe(1)
        expect(largest).toBeLessThanOrEqual(MAX_BATCH)
        answers.forEach((answer, item) => {
          if (answer.startsWith('answer')) expect(answer).toBe(`answer to ${item}`)
          else expect(answer.match(/\d+/g)?.map(Number)).toContain(item)
        })
        await Promise.resolve()
        expect(batcher.length).toBe(0)
        expect(timesEmpty).toBeGreaterThan(0)
      },
    ),
  ))

test('an item without an answer in its batch fails', async () => {
  const batcher = createBatcher<number, string | undefined>(MAX_BATCH, async ([first]) => [
    `answer to ${first}`,
  ])
  const [, ...answers] = [batcher.add(0), batcher.add(1), batcher.add(2)]
  expect(await Promise.allSettled(answers)).toMatchObject([
    { status: 'fulfilled', value: 'answer to 1' },
    { status: 'rejected', reason: { message: 'invariant broken: a batch without an answer for each item' } },
  ])
})

test('undefined is an answer', async () => {
  const batcher = createBatcher<number, undefined>(MAX_BATCH, async () => [undefined])
  expect(await batcher.add(0)).toBeUndefined()
})
