import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The same relative path from src/schema and from dist/schema.
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'schema')

/** Reads the API's type definitions from schema/*.graphql. There is one file per area. */
export function readSdl(): string {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}
