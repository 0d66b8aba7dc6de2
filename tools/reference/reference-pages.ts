import { codesPage } from './codes-page.ts'
import { commandsPage } from './commands-page.ts'
import { eventsPage } from './events-page.ts'
import { httpPage } from './http-page.ts'
import { link, list, type Page } from './markdown.ts'
import { operationsPage } from './operations-page.ts'
import { ruleKindsPage } from './rule-kinds-page.ts'
import { settingsPage } from './settings-page.ts'

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

export const REFERENCE_PAGES: readonly Page[] = [contents, ...pages]
