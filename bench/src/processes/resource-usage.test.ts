import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { allocatedBytes } from './resource-usage.ts'

test('counts the growth of each heap between its collections', () => {
  const output = [
    '[17:0x3f5000]     8619 ms: Scavenge 86.0 (125.0) -> 66.5 (128.5) MB, pooled: 0 MB, 8.04 / 0.01 ms',
    '[17:0x7fbe18]     4463 ms: Scavenge 11.3 (15.1) -> 9.6 (15.1) MB, pooled: 0 MB, 0.19 / 0.00 ms',
    '[17:0x3f5000]     9771 ms: Scavenge 89.5 (129.0) -> 70.5 (132.7) MB, pooled: 0 MB, 10.38 / 0.01 ms',
    'a line that says something else',
    '[17:0x3f5000]    10109 ms: Mark-Compact 74.5 (132.7) -> 50.7 (127.7) MB, pooled: 5 MB, 74.63 / 0.01 ms',
    '[17:0x7fbe18]     5722 ms: Scavenge 11.6 (15.1) -> 9.6 (15.1) MB, pooled: 0 MB, 0.10 / 0.00 ms',
  ].join('\n')
  expect(allocatedBytes(output) / (1024 * 1024)).toBeCloseTo(23 + 4 + 2)
})

test('finds nearly all that a real process allocates', () => {
  const megabytes = 200
  const program = `
    let latest
    for (let count = 0; count < ${megabytes}; count++)
      for (let part = 0; part < 1024; part++) latest = new Array(126).fill(part)
    if (latest.length === 0) console.log('never')`
  const { stdout } = spawnSync(process.execPath, ['--trace-gc', '--eval', program], { encoding: 'utf8' })
  const found = allocatedBytes(stdout) / (1024 * 1024)
  expect(found).toBeGreaterThan(megabytes * 0.7)
  expect(found).toBeLessThan(megabytes * 1.2)
})
