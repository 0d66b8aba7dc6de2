import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { embedSnippet } from '../../../components/share/share-links.ts'
import { vaultStateOf } from '../../attention/attention.ts'
import { activityInWords, busiest, cumulated, heightScale, pickedLabels, windowOf } from './history.ts'

describe('the history of claims', () => {
  const point = (minute: number, claims: number) => ({
    at: `2026-06-01T12:0${minute}:00.000Z`,
    claims,
    amount: String(claims * 5),
  })
  const history = [point(0, 2), point(1, 0), point(2, 3)]

  test('sums up to the number of claims there are now', () => {
    expect(cumulated(history, 12).map(({ claims }) => claims)).toEqual([9, 9, 12])
  })

  test('begins at nothing where all claims lie within', () => {
    expect(cumulated(history, 5).map(({ claims }) => claims)).toEqual([2, 2, 5])
  })

  test('never falls below nothing when the total is older than the points', () => {
    expect(cumulated(history, 3).map(({ claims }) => claims)).toEqual([2, 2, 5])
  })

  test('finds the interval with the most claims', () => {
    expect(busiest(history)).toEqual(point(2, 3))
  })

  test('finds no busiest interval where nothing was claimed', () => {
    expect(busiest([point(0, 0)])).toBeUndefined()
  })

  test('asks for the same window within one minute of the last hour', () => {
    const at = Date.parse('2026-06-01T12:00:10.000Z')
    expect(windowOf('hour', at)).toEqual(windowOf('hour', at + 40_000))
  })

  test('asks for everything without a beginning', () => {
    expect(windowOf('all', 0).from).toBeNull()
  })
})

test('the lines of a chart are at most five, at whole numbers, and reach its highest value', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e12 }), (most) => {
      const { highest, ticks } = heightScale(most)
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.every(Number.isSafeInteger)).toBe(true)
      expect(ticks.at(-1)).toBe(highest)
      expect(highest).toBeGreaterThanOrEqual(Math.max(1, most))
    }),
  )
})

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [130, [0, 50, 100, 150]],
])('a chart up to %i has lines at %j', (most, ticks) => {
  expect(heightScale(most).ticks).toEqual(ticks)
})

test('labels have different positions, including the first and the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 30 }), (length, room) => {
      const picked = pickedLabels(length, room)
      expect(new Set(picked).size).toBe(picked.length)
      expect(picked[0]).toBe(0)
      if (picked.length > 1) expect(picked.at(-1)).toBe(length - 1)
      expect(picked.length).toBeLessThanOrEqual(Math.max(1, room))
    }),
  )
})

describe('the words for an activity', () => {
  const drop = {
    type: 'TOKEN',
    token: { id: 't', name: 'Leaf', symbol: 'LEAF', decimals: 0, coinType: null, status: 'DEPLOYED' },
  } as const

  test('names the claimer and the amount', () => {
    const details = { userAddress: `0xabcd${'0'.repeat(56)}1234`, amount: '50' }
    expect(activityInWords(drop, { event: 'drop.claimed', details })).toBe('0xabcd…1234 claimed 50 LEAF')
  })

  test('names no amount for a claim that waits for the beacon, and the amount once it is drawn', () => {
    const claimed = { userAddress: `0xabcd${'0'.repeat(56)}1234`, amount: '0', round: 7 }
    expect(activityInWords(drop, { event: 'drop.claimed', details: claimed })).toBe(
      '0xabcd…1234 claimed a random amount',
    )
    const revealed = { ...claimed, amount: '50' }
    expect(activityInWords(drop, { event: 'claim.revealed', details: revealed })).toBe(
      '0xabcd…1234 drew 50 LEAF',
    )
  })

  test('describes changes of the drop', () => {
    expect(activityInWords(drop, { event: 'drop.paused', details: {} })).toBe('The drop was paused')
  })

  test('shows the name of an unknown event', () => {
    expect(activityInWords(drop, { event: 'drop.moved_on', details: null })).toBe('drop moved on')
  })
})

describe('the state of a vault', () => {
  test('is empty for a missing vault', () => {
    expect(vaultStateOf(null, '10')).toEqual({ kind: 'unknown' })
  })

  test('is full when it holds the remainder', () => {
    expect(vaultStateOf('10', '10')).toEqual({ kind: 'full', balance: 10n })
  })

  test('shows the exact missing amount', () => {
    expect(vaultStateOf('18446744073709551613', '18446744073709551615')).toEqual({
      kind: 'lacking',
      balance: 18446744073709551613n,
      lacks: 2n,
    })
  })
})

const docs = readFileSync(new URL('../../../../../../docs/embed.md', import.meta.url), 'utf8')

test('the snippet is that of the docs, which a browser test runs', () => {
  const text = embedSnippet({
    publicUrl: 'https://drops.example',
    shortcode: 'pepper-for-all',
    title: 'Pepper for all',
  })
  expect(docs).toContain(`\n\`\`\`html\n${text}\n\`\`\`\n`)
})

test('a shortcode and a title cannot add markup to the snippet', () => {
  const text = embedSnippet({ publicUrl: 'https://drops.example', shortcode: 'a/b', title: '"><script>' })
  expect(text).toContain('src="https://drops.example/embed/a%2Fb"')
  expect(text).toContain('title="&quot;&gt;&lt;script&gt;"')
})
