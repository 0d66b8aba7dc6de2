// The recipes of docs/other-sites.md, as files and bundles.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT, readPage } from '../docs/pages.ts'

const page = readPage('docs/other-sites.md', readFileSync(join(ROOT, 'docs/other-sites.md'), 'utf8'))

/** The page's only block in a language, with the server's URL and an API key filled in. */
export function recipe(language: string, url: string, key = 'pk_…'): string {
  const [block, ...more] = page.blocks.filter((one) => one.language === language)
  if (!block || more.length > 0) throw new Error(`docs/other-sites.md must have one block of ${language}`)
  return block.text
    .replaceAll('https://drops.example', url)
    .replaceAll('wss://drops.example', url.replace('http', 'ws'))
    .replaceAll('pk_…', key)
}

/** A folder inside the package of the client, so that programs in it find that package and all others. */
export function makeFolder(): string {
  const reports = join(ROOT, 'packages/client/reports')
  mkdirSync(reports, { recursive: true })
  return mkdtempSync(join(reports, 'recipes-'))
}

/** Bundles a program in this folder into one script with Vite. */
export async function bundle(folder: string, name: string, text: string): Promise<string> {
  writeFileSync(join(folder, name), text)
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: { conditions: ['@dropkit/source', 'browser', 'module', 'import', 'default'] },
    build: { write: false, rolldownOptions: { input: join(folder, name), output: { codeSplitting: false } } },
  })
  const { output } = [built].flat()[0] as { readonly output: readonly { readonly code?: string }[] }
  const [script, ...more] = output.flatMap(({ code }) => (code === undefined ? [] : [code]))
  if (script === undefined || more.length > 0) throw new Error(`${name} must become one script`)
  return script
}
