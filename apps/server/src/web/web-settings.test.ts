import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPages, startWith } from './pages-server.test-data.ts'

let pages: string
beforeAll(() => {
  pages = buildPages()
})
afterAll(() => rmSync(pages, { recursive: true, force: true }))

describe('a server', () => {
  it('without built pages explains how to build them, and serves everything else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dropkit-no-pages-'))
    const bare = await startWith(join(folder, 'nothing'))
    try {
      for (const path of ['/dashboard', '/d/x', '/pay/x', '/verify/x']) {
        const response = await bare.get(path)
        expect([response.status, await response.text()]).toEqual([
          503,
          expect.stringContaining('npm run build:web'),
        ])
      }
      const explorer = await bare.get('/graphql?explorerIsOpen=true')
      expect([explorer.status, await explorer.text()]).toEqual([200, expect.stringContaining('<form')])
      expect((await bare.graphql('{ service { chain } }')).data).toEqual({ service: { chain: 'fake' } })
    } finally {
      await bare.end()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('without WEB has no pages', async () => {
    const bare = await startWith(pages, { WEB: '0' })
    try {
      for (const path of ['/', '/dashboard', '/d/x', '/assets/claim-1.js'])
        expect((await bare.get(path)).status).toBe(404)
      const explorer = await bare.get('/graphql?explorerIsOpen=true')
      expect(await explorer.text()).toContain('<form')
    } finally {
      await bare.end()
    }
  })

  it('counts pages by the address that asks', async () => {
    const strict = await startWith(pages, { RATE_LIMIT_PER_MINUTE: '2' })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 3; n++) statuses.push((await strict.get('/d/x')).status)
      expect(statuses).toEqual([404, 404, 429])
    } finally {
      await strict.end()
    }
  })
})
