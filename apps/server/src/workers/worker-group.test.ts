import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHotDrops, ownerOfDrop } from './worker-group.ts'

const workers = fc.uniqueArray(fc.nat(1_000), { minLength: 1, maxLength: 8 })
const drops = fc.uuid()

describe('the worker that batches the claims of a drop', () => {
  it('is the same for every process, in any order of the workers', () => {
    fc.assert(
      fc.property(drops, workers, (dropId, live) => {
        const owner = ownerOfDrop(dropId, live)
        expect(live).toContain(owner)
        expect(ownerOfDrop(dropId, [...live].reverse())).toBe(owner)
      }),
    )
  })

  it('stays while it lives, unless a new worker gets the drop', () => {
    fc.assert(
      fc.property(drops, workers, (dropId, live) => {
        const [added = 0, ...others] = live
        const before = ownerOfDrop(dropId, others)
        expect([before, added]).toContain(ownerOfDrop(dropId, live))
      }),
    )
  })

  it('is each of four workers for about a quarter of the drops', () => {
    const counts = new Map<number | undefined, number>()
    for (let n = 0; n < 4_000; n++) {
      const owner = ownerOfDrop(`drop_01a20e45f36070009${n.toString(16).padStart(15, '0')}`, [1, 2, 3, 4])
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
    }
    for (const count of counts.values()) expect(count).toBeGreaterThan(850)
    expect(counts.size).toBe(4)
  })

  it('is undefined where no worker lives', () => {
    expect(ownerOfDrop('drop_1', [])).toBeUndefined()
  })
})

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
