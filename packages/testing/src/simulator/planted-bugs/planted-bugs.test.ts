import { describe, expect, test } from 'vitest'
import { simulate } from '../simulate.ts'
import { plantedBugs } from './index.ts'

const MOST_SEEDS = 100

describe('a simulation finds', () => {
  test('ten kinds of bugs and more, each with a name of its own', () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length)
    expect(plantedBugs.length).toBeGreaterThanOrEqual(10)
  })

  for (const plant of plantedBugs) {
    test(`${plant.name}: ${plant.what}`, async () => {
      let found: string | undefined
      for (let seed = 0; seed < MOST_SEEDS && found === undefined; seed++) {
        found = (await simulate(seed, { plant, turn: process.nextTick })).violation?.rule
      }
      expect(found).toBeDefined()
    }, 120_000)
  }
})
