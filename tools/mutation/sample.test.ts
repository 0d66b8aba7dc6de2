import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { intervalOf, strykerPlugins } from './sample.mjs'

const [{ value: checker }] = strykerPlugins

const mutants = Array.from({ length: 1_000 }, (_, line) => ({
  id: `${line}`,
  fileName: join(process.cwd(), 'src/claim.ts'),
  location: { start: { line, column: 0 }, end: { line, column: 9 } },
  mutatorName: 'BooleanLiteral',
  replacement: 'false',
}))

async function sampled(seed: string, among = mutants): Promise<string[]> {
  vi.stubEnv('MUTATION_SAMPLE', '100')
  vi.stubEnv('MUTATION_SEED', seed)
  const results: Record<string, { status: string }> = await checker.check(among)
  return mutants.map(({ id }) => id).filter((id) => results[id]?.status === 'passed')
}

test('a sample has its size', async () => {
  expect(await sampled('1')).toHaveLength(100)
})

test('a sample is the same for the same seed, in any order of the mutants, and differs for another seed', async () => {
  const first = await sampled('1')
  expect(await sampled('1', mutants.toReversed())).toEqual(first)
  expect(await sampled('2')).not.toEqual(first)
})

test('a sample that is larger than its area has all mutants', async () => {
  expect(await sampled('1', mutants.slice(0, 50))).toHaveLength(50)
})

test('the interval of a share is wide for few mutants, and within 0 and 1', () => {
  const [from, to] = intervalOf(88, 100)
  expect([from, to]).toEqual([expect.closeTo(0.802, 3), expect.closeTo(0.93, 3)])
  const [least, most] = intervalOf(10, 10)
  expect(least).toBeCloseTo(0.722, 3)
  expect(most).toBeCloseTo(1, 9)
})
