import { describe, expect, test } from 'vitest'
import { simulate } from '../simulate.ts'
import { plantedBugs } from './planted-bugs.ts'

const MOST_SEEDS = 100

describe('a simulation finds', () => {
  test('at least ten kinds of bugs, each with its own name', () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length)
    expect(plantedBugs.length).toBeGreaterThanOrEqual(10)
  })

  for (const plantedBug of plantedBugs) {
    test(`${plantedBug.name}: ${plantedBug.what}`, async () => {
      const { mostSeeds = MOST_SEEDS } = plantedBug
      let found: string | undefined
      for (let seed = 0; seed < mostSeeds && found === undefined; seed++) {
        found = (await simulate(seed, { plantedBug, turn: process.nextTick })).violation?.rule
      }
      expect(found).toBeDefined()
    })
  }
})
