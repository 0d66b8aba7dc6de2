import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'

const SECURITY = readFileSync(new URL('../../../../SECURITY.md', import.meta.url), 'utf8')
const MEBIBYTE = 1024 * 1024
const written = (value: number): string => {
  if (value % MEBIBYTE === 0) return `${value / MEBIBYTE} MiB`
  return value % 1024 === 0 ? `${value / 1024} KiB` : value.toLocaleString('en')
}

test.each(Object.entries(LIMITS))('SECURITY.md says what %s is', (limit, value) => {
  const row = SECURITY.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${limit}\``))
  expect(row).toContain(written(value))
})
