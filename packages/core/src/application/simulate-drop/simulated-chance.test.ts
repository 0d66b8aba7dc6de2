import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChance, exponentialMs } from './simulated-chance.ts'

const HOW_MANY = 20_000

const answersTo = (seed: number, question: string): readonly number[] => {
  const answer = createChance(seed)(question)
  return Array.from({ length: HOW_MANY }, (_, index) => answer(index))
}

test('answers the same to the same question about the same one', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.string(), fc.nat(), (seed, question, index) => {
      const answer = createChance(seed)(question)(index)
      expect(createChance(seed)(question)(index)).toBe(answer)
      expect(answer >= 0 && answer < 1).toBe(true)
    }),
  )
})

test('answers as it always has, so that the course of a seed that was noted can be seen again', () => {
  const answer = createChance(7)('when does it come')
  expect([0, 1, 2].map((index) => Math.floor(answer(index) * 2 ** 32))).toEqual([
    3_474_764_496, 3_060_268_557, 3_283_176_182,
  ])
  expect(Math.floor(createChance(2 ** 40 + 7)('when does it come')(0) * 2 ** 32)).toBe(2_849_075_768)
})

test('spreads its answers evenly, and those to two questions or of two seeds have nothing to do with each other', () => {
  const asked = [
    answersTo(0, 'when'),
    answersTo(0, 'what'),
    answersTo(1, 'when'),
    answersTo(2 ** 32, 'when'),
    answersTo(Number.MAX_SAFE_INTEGER, 'when'),
  ]
  for (const answers of asked) {
    const tenths = Array.from(
      { length: 10 },
      (_, n) => answers.filter((one) => Math.floor(one * 10) === n).length,
    )
    for (const count of tenths) expect(Math.abs(count / HOW_MANY - 0.1)).toBeLessThan(0.01)
    for (const others of asked.filter((one) => one !== answers)) {
      const product = answers.reduce((sum, one, place) => sum + (one - 0.5) * ((others[place] ?? 0) - 0.5), 0)
      expect(Math.abs((12 * product) / HOW_MANY)).toBeLessThan(0.04)
    }
  }
})

test('draws exponential durations with the given mean', () => {
  const times = answersTo(3, 'how long').map((answer) => exponentialMs(1_000, answer))
  expect(times.reduce((sum, ms) => sum + ms, 0) / HOW_MANY / 1_000).toBeCloseTo(1, 1)
  expect(times.filter((ms) => ms < 1_000 * Math.log(2)).length / HOW_MANY).toBeCloseTo(0.5, 1)
  expect(exponentialMs(0, 0.999)).toBe(0)
})
