import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The same distance from src/schema and from dist/schema.
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'schema')

/** The API's type definitions, as they stand in schema/*.graphql, one file an area. */
export function readSdl(): string {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}
