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
        const batcher = createBatcher<number, string>({
          maxBatch: MAX_BATCH,
          run: async (items) => {
            const isFailing = failures[batches++] ?? false
            mostRunning = Math.max(mostRunning, ++running)
            largest = Math.max(largest, items.length)
            await scheduler.schedule(Promise.resolve(), 'a batch ends')
            running--
            if (isFailing) throw new Error(`a batch of ${items.join()} failed`)
            processed.push(...items)
            return items.map((item) => `answer to ${item}`)
          },
          onEmpty: () => timesEmpty++,
        })
        const added: number[] = []
        const outcomes = arriveLate.map(async (isLate, item) => {
          if (isLate) await scheduler.schedule(Promise.resolve(), `${item} arrives`)
          added.push(item)
          return batcher.add(item).catch((cause: Error) => cause.message)
        })
        const answers = await scheduler.waitFor(Promise.all(outcomes))
        expect(processed).toEqual(added.filter((item) => answers[item]?.startsWith('answer')))
        expect(mostRunning).toBe(1)
        expect(largest).toBeLessThanOrEqual(MAX_BATCH)
        answers.forEach((answer, item) => {
          if (answer.startsWith('answer')) expect(answer).toBe(`answer to ${item}`)
          else expect(answer, 'an item fails only if it failed alone').toBe(`a batch of ${item} failed`)
        })
        await Promise.resolve()
        expect(batcher.length).toBe(0)
        expect(timesEmpty).toBeGreaterThan(0)
      },
    ),
  ))

test('an item without an answer fails', async () => {
  const batcher = createBatcher<number, string>({
    maxBatch: MAX_BATCH,
    run: async ([first]) => (first === 2 ? [] : [`answer to ${first}`]),
  })
  const [, ...answers] = [batcher.add(0), batcher.add(1), batcher.add(2)]
  expect(await Promise.allSettled(answers)).toMatchObject([
    { status: 'fulfilled', value: 'answer to 1' },
    {
      status: 'rejected',
      reason: { message: expect.stringContaining('a batch has an answer for each item') },
    },
  ])
})

const unavailable = () => Object.assign(new Error('the store is down'), { name: 'StoreUnavailable' })

test('if the store is unavailable, all items of the batch fail without another attempt', async () => {
  const runs: (readonly number[])[] = []
  const batcher = createBatcher<number, string>({
    maxBatch: MAX_BATCH,
    run: async (items) => {
      runs.push(items)
      throw unavailable()
    },
  })
  const outcomes = await Promise.allSettled([0, 1, 2].map((item) => batcher.add(item)))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(runs).toEqual([[0], [1, 2]])
})

test('if the store becomes unavailable while items run one by one, the items that succeeded keep their answers', async () => {
  const runs: (readonly number[])[] = []
  const split: (readonly number[])[] = []
  const batcher = createBatcher<number, string>({
    maxBatch: MAX_BATCH,
    run: async (items) => {
      runs.push(items)
      if (items.length > 1) throw new Error('one of them is bad')
      if (items[0] === 2) throw unavailable()
      return ['done']
    },
    onSplit: (items) => split.push(items),
  })
  const outcomes = await Promise.allSettled([0, 1, 2, 3].map((item) => batcher.add(item)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(runs).toEqual([[0], [1, 2, 3], [1], [2]])
  expect(split).toEqual([[1, 2, 3]])
})

test('the next batch starts before anything is done with the answers of the last one', async () => {
  const order: string[] = []
  const batcher = createBatcher<number, number>({
    maxBatch: MAX_BATCH,
    run: async (items) => {
      order.push(`run ${items.join()}`)
      return items
    },
  })
  const add = async (item: number) => order.push(`answer ${await batcher.add(item)}`)
  await Promise.all([0, 1, 2].map(add))
  expect(order).toEqual(['run 0', 'run 1,2', 'answer 0', 'answer 1', 'answer 2'])
})

test('undefined is an answer', async () => {
  const batcher = createBatcher<number, undefined>({ maxBatch: MAX_BATCH, run: async () => [undefined] })
  expect(await batcher.add(0)).toBeUndefined()
})
