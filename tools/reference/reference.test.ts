import { createHash, createHmac } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDrawRecord, verifyDraws } from '@dropkit/core'
import { describe, expect, test } from 'vitest'
import { drawnDrop } from './event-examples.ts'
import { DROP, table } from './markdown.ts'
import { productionRules } from './settings-page.ts'
import { root } from './type-tables.ts'

const folder = join(root, 'docs', 'reference')
const pages = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
const codes = readFileSync(join(folder, 'codes.md'), 'utf8')

describe('the pages of the reference', () => {
  test.each(pages)('$file has as many cells in every row as its table has heads', ({ text }) => {
    const cells = (row: string) => row.replaceAll('\\|', '').split('|').length
    const tables = text.split('\n\n').filter((part) => part.startsWith('| '))
    for (const [head = '', ...rows] of tables.map((part) => part.trimEnd().split('\n')))
      for (const row of rows) expect(cells(row), row).toBe(cells(head))
  })

  test('contain every error code in the source of the server', () => {
    const sources = globSync('{apps/server,packages/adapter-graphql}/src/**/*.ts', { cwd: root })
    const written = sources
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/\bcode: '([A-Z_]+)'/g)])
      .map(([, code = '']) => code)
    expect(written.length).toBeGreaterThan(10)
    for (const code of written) expect(codes).toContain(`### \`${code}\``)
  })
})

test('a table keeps its shape with any contents', () => {
  expect(table(['a|b', 'empty', 'c'], [['one\n  two', '', '`x|y`']])).toBe(
    '| a\\|b | c |\n| --- | --- |\n| one two | `x\\|y` |',
  )
})

test('the random drop of the example can be computed again', () => {
  const record = readDrawRecord(JSON.stringify({ dropId: DROP, ...drawnDrop() }))
  if (!record.ok) throw new Error(record.error)
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  const hmacSha256 = (key: Uint8Array, message: string) => createHmac('sha256', key).update(message).digest()
  expect(verifyDraws(record.value, { sha256, hmacSha256 })).toMatchObject({ kind: 'verified', draws: 2 })
})

test('production says something of every setting that it is strict about', () => {
  expect([...productionRules().keys()].sort()).toEqual([
    'BEACON',
    'BOOTSTRAP_API_KEY',
    'CHAIN',
    'CORS_ORIGINS',
    'FACTS_URL',
    'MASTER_KEY',
    'MASTER_KEY_PREVIOUS',
    'OPENID_JWKS_URL',
    'PUBLIC_URL',
    'WEBHOOK_ALLOW_PRIVATE',
  ])
})
