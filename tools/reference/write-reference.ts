// `npm run reference` writes docs/reference from the source. With --check it only lists the files that are not up to date,
// and exits with 1 if there are any.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../read-options.mjs'
import { codesPage } from './codes-page.ts'
import { eventsPage } from './events-page.ts'
import { httpPage, OPEN_API_FILE, openApiText } from './http-page.ts'
import { link, list, type Page, ruleKindsPage, wholePage } from './markdown.ts'
import { operationsPage } from './operations-page.ts'
import { commandsPage, settingsPage } from './settings-page.ts'
import { root } from './type-tables.ts'

const folder = join(root, 'docs', 'reference')
const USAGE = `Usage:
  npm run reference              writes docs/reference
  npm run reference -- --check   says which files are not what the source says`
const isCheck = readOptions(USAGE, { options: { check: { type: 'boolean' } } }).values.check

mkdirSync(folder, { recursive: true })

const pages: readonly Page[] = [
  operationsPage,
  httpPage,
  codesPage,
  eventsPage,
  ruleKindsPage,
  settingsPage,
  commandsPage,
]

const contents: Page = {
  file: 'README.md',
  title: 'Reference',
  about: 'The complete reference, generated from the source.',
  text: () => list(pages.map(({ file, title, about }) => `${link(title, file)}: ${about}`)),
}

const REFERENCE_PAGES: readonly Page[] = [contents, ...pages]

const wanted = new Map(REFERENCE_PAGES.map((page) => [page.file, wholePage(page)]))
wanted.set(OPEN_API_FILE, openApiText())
const committed = new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
const stale = [...wanted].filter(([file, text]) => committed.get(file) !== text).map(([file]) => file)
const left = [...committed.keys()].filter((file) => !wanted.has(file))

if (isCheck) {
  for (const file of stale)
    console.log(`docs/reference/${file} is not what the source says: npm run reference`)
  for (const file of left)
    console.log(`docs/reference/${file} is no page of the reference: npm run reference`)
  process.exitCode = stale.length + left.length > 0 ? 1 : 0
} else {
  for (const [file, text] of wanted) writeFileSync(join(folder, file), text)
  for (const file of left) rmSync(join(folder, file))
  console.log(`docs/reference: ${wanted.size} files, ${stale.length} of them changed`)
}
