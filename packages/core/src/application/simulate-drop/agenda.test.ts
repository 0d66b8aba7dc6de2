import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Agenda } from './agenda.ts'

test('returns due entries, the earliest first, and in insertion order at the same instant', () => {
  const instants = fc.array(fc.nat({ max: 20 }), { maxLength: 60 })
  fc.assert(
    fc.property(instants, instants, fc.nat({ max: 20 }), (first, second, by) => {
      const agenda = new Agenda<number>()
      const entries = [...first, ...second].map((at, order) => ({ at, order, what: order }))
      const takeAll = (end: number) => {
        const taken = []
        for (let next = agenda.takeDue(end); next; next = agenda.takeDue(end)) taken.push(next)
        return taken
      }
      const inOrder = (all: typeof entries) =>
        all.toSorted((one, other) => one.at - other.at || one.order - other.order)

      for (const { at, what } of entries.slice(0, first.length)) agenda.put(at, what)
      const early = entries.slice(0, first.length)
      expect(takeAll(by)).toEqual(inOrder(early.filter(({ at }) => at <= by)))
      for (const { at, what } of entries.slice(first.length)) agenda.put(at, what)
      const left = [...early.filter(({ at }) => at > by), ...entries.slice(first.length)]
      expect(takeAll(Number.POSITIVE_INFINITY)).toEqual(inOrder(left))
    }),
  )
})
