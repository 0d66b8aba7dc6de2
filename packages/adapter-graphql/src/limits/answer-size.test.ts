import { expect, test } from 'vitest'
import { createObjectMeter } from './answer-size.ts'

test('a field that goes on after its operation has ended takes no slot', async () => {
  for (let times = 0; times < 10; times++) {
    const late = createObjectMeter('ann')
    late.end()
    expect(() => late.count(1_000)).toThrow('the operation has ended')
    expect(late.slot()).toBeUndefined()
  }
  const next = createObjectMeter('ben')
  next.count(1_000)
  await next.slot()
  next.end()
})
