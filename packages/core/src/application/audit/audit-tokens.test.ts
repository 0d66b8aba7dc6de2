import { sampleToken, sampleUser } from '@dropkit/testing'
import { expect, test } from 'vitest'
import type { EventType } from '../../domain/event.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Token } from '../../domain/token.ts'
import type { AuditRows } from '../../ports/audit-rows.ts'
import { auditTokens } from './audit-tokens.ts'
import type { Report } from './difference.ts'

const token = sampleToken(sampleUser(1), 1)
const MADE = ['token.created', { status: 'PENDING' }] as const

async function* page<T>(rows: readonly T[]) {
  yield rows
}

/** What is found of a token that is kept like this, when the log tells that of it. */
async function found(kept: Token['deployment']['kind'], ...told: (readonly [EventType, JsonObject?])[]) {
  const said: string[][] = []
  const rows = {
    tokens: () => page([{ ...token, deployment: { kind: kept } }]),
    tokenEvents: () => page(told.map(([type, data = {}]) => ({ tokenId: token.id, type, data }))),
  } as unknown as AuditRows
  const report: Report = ({ field, kept, derived }) => said.push([field, kept, derived])
  expect(await auditTokens(rows, report, () => true)).toBe(1)
  return said
}

test('a token is where the log has left it', async () => {
  expect(await found('PENDING', MADE)).toEqual([])
  expect(await found('DEPLOYED', ['token.created', { status: 'DEPLOYED' }])).toEqual([])
  expect(await found('DEPLOYED', MADE, ['token.deployed'])).toEqual([])
  expect(await found('FAILED', MADE, ['token.failed'])).toEqual([])
  expect(await found('DEPLOYED', MADE, ['token.failed'], ['token.deployed'])).toEqual([])
  expect(await found('PENDING', MADE, ['token.deployed'])).toEqual([['deployment', 'PENDING', 'DEPLOYED']])
})

test('an event that says nothing of where it is leaves it there', async () => {
  expect(await found('DEPLOYED', MADE, ['token.deployed'], ['gating.updated'])).toEqual([])
})

test('a token was made once', async () => {
  expect(await found('PENDING', MADE, MADE)).toEqual([['token.created', '2', '1']])
  expect(await found('PENDING')).toEqual([['token.created', '0', '1']])
})
