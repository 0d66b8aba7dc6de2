import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildPages, createDrop, startWith } from './pages-server.test-data.ts'

it('views of claim pages are counted, and stored at the latest when the server ends', async () => {
  const pages = buildPages()
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-views-'))
  const first = await startWith(pages, { DATA_DIR: folder })
  const drop = await createDrop(first, { title: 'Seen' })
  const draft = await createDrop(first, { title: 'Not yet', status: 'DRAFT' })
  for (const name of [drop.shortcode, drop.id, draft.id, 'no-such-drop']) await first.get(`/d/${name}`)
  await first.get(`/d/${drop.shortcode}/card.png`)
  await first.end()
  const second = await startWith(pages, { DATA_DIR: folder })
  const viewsOf = async (id: string) =>
    (await second.graphql(`{ dropAnalytics(id: "${id}") { views } }`)).data.dropAnalytics.views
  expect(await viewsOf(drop.id)).toBe(2)
  expect(await viewsOf(draft.id)).toBe(0)
  await second.end()
  for (const made of [pages, folder]) rmSync(made, { recursive: true })
})
