import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { moduleOf, operationsIn, readSchema } from '../../../packages/client/tools/operations.ts'

const sources = fileURLToPath(new URL('../src', import.meta.url))

export const operationsPath = join(sources, 'api', 'generated', 'operations.ts')

const HEAD = `// Generated from the operations (src/**/*.graphql) and the schema by \`npm run codegen -w @dropkit/web\`. Do not edit.
import type { Document } from '@dropkit/client'
export type * from '@dropkit/client'
`

/** The text of src/api/generated/operations.ts for the operations and the schema as they stand. */
export async function operations(): Promise<string> {
  const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.graphql'),
  )
  const document = paths
    .sort()
    .map((path) => readFileSync(join(sources, path), 'utf8'))
    .join('\n')
  return HEAD + (await moduleOf(readSchema(), operationsIn(document), '~@dropkit/client'))
}

if (import.meta.main) writeFileSync(operationsPath, await operations())
