import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWaitingLine } from './waiting-line.ts'

const MAX_BATCH = 3

test('serves everybody once, in order, by himself or with others, whenever who comes and whatever fails', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
      fc.array(fc.boolean(), { maxLength: 6 }),
      async (scheduler, comeLate, failures) => {
        const served: number[] = []
        let [batches, underWay, mostUnderWay, largest, timesEmpty] = [0, 0, 0, 0, 0]
        const line = createWaitingLine<number, string>(
          MAX_BATCH,
          async (items) => {
            const isFailing = failures[batches++] ?? false
            mostUnderWay = Math.max(mostUnderWay, ++underWay)
            largest = Math.max(largest, items.length)
            served.push(...items)
            await scheduler.schedule(Promise.resolve(), 'a batch is served')
            underWay--
            if (isFailing) throw new Error(`a batch of ${items.join()} failed`)
            return items.map((item) => `answer to ${item}`)
          },
          () => timesEmpty++,
        )
        const joined: number[] = []
        const outcomes = comeLate.map(async (isLate, item) => {
          if (isLate) await scheduler.schedule(Promise.resolve(), `${item} comes`)
          joined.push(item)
          return line.join(item).catch((fault: Error) => fault.message)
        })
        const answers = await scheduler.waitFor(Promise.all(outcomes))
        expect(served).toEqual(joined)
        expect(mostUnderWay).toBe(1)
        expect(largest).toBeLessThanOrEqual(MAX_BATCH)
        answers.forEach((answer, item) => {
          if (answer.startsWith('answer')) expect(answer).toBe(`answer to ${item}`)
          else expect(answer.match(/\d+/g)?.map(Number)).toContain(item)
        })
        await Promise.resolve()
        expect(line.length).toBe(0)
        expect(timesEmpty).toBeGreaterThan(0)
      },
    ),
  ))

test('lets those fail whom a batch leaves without an answer', async () => {
  const line = createWaitingLine<number, string | undefined>(MAX_BATCH, async ([first]) => [
    `answer to ${first}`,
  ])
  const [, ...answers] = [line.join(0), line.join(1), line.join(2)]
  expect(await Promise.allSettled(answers)).toMatchObject([
    { status: 'fulfilled', value: 'answer to 1' },
    { status: 'rejected', reason: { message: 'invariant broken: a batch without an answer for each item' } },
  ])
})

test('answers with nothing where that is the answer', async () => {
  const line = createWaitingLine<number, undefined>(MAX_BATCH, async () => [undefined])
  expect(await line.join(0)).toBeUndefined()
})
