import { readFileSync } from 'node:fs'
import { MAX_WEBHOOKS_PER_USER, WEBHOOK_SENDS_PER_MINUTE } from '@dropkit/core/internal'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'

const SECURITY = readFileSync(new URL('../../../../SECURITY.md', import.meta.url), 'utf8')
const MEBIBYTE = 1024 * 1024
const written = (value: number): string => {
  if (value % MEBIBYTE === 0) return `${value / MEBIBYTE} MiB`
  return value % 1024 === 0 ? `${value / 1024} KiB` : value.toLocaleString('en')
}

const ALL = {
  ...LIMITS,
  webhooksPerUser: MAX_WEBHOOKS_PER_USER,
  webhookSendsPerMinute: WEBHOOK_SENDS_PER_MINUTE,
}

test.each(Object.entries(ALL))('SECURITY.md says what %s is', (limit, value) => {
  const row = SECURITY.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${limit}\``))
  expect(row).toContain(written(value))
})
