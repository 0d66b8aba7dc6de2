import { describe, expect, it } from 'vitest'
import { createHotDrops } from './hot-drops.ts'

describe('a drop is hot', () => {
  const open = () => {
    let now = 0
    const { countClaim } = createHotDrops(() => now)
    const claims = (dropId: string, count: number) => Array.from({ length: count }, () => countClaim(dropId))
    const pass = (ms: number) => {
      now += ms
    }
    return { claims, pass }
  }

  it('from its tenth claim in a tenth of a second on, however many claims other drops get', () => {
    const { claims } = open()
    claims('other', 100)
    expect(claims('drop', 11)).toEqual([...Array(9).fill(false), true, true])
  })

  it('is hot in the window after one with ten claims, and no longer', () => {
    const { claims, pass } = open()
    claims('drop', 10)
    pass(100)
    expect(claims('drop', 1)).toEqual([true])
    pass(100)
    expect(claims('drop', 1)).toEqual([false])
  })

  it('no more after a pause', () => {
    const { claims, pass } = open()
    claims('drop', 10)
    pass(1_000)
    expect(claims('drop', 1)).toEqual([false])
  })
})
