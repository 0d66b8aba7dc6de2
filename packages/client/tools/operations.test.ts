import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { expect, it } from 'vitest'
import { generatedFiles } from './operations.ts'

const files = await generatedFiles()

it.each([...files.keys()].map((path) => relative(process.cwd(), path)))(
  '%s matches the schema (`npm run codegen -w @dropkit/client` writes it)',
  async (name) => {
    const [path, text] = [...files].find(([one]) => one.endsWith(name)) ?? []
    expect(await readFile(String(path), 'utf8')).toBe(text)
  },
)
