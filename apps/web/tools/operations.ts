import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as typedDocumentNode from '@graphql-codegen/typed-document-node'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'

const sdlFolder = fileURLToPath(new URL('../../../packages/adapter-graphql/schema', import.meta.url))
const sources = fileURLToPath(new URL('../src', import.meta.url))

export const operationsPath = join(sources, 'api', 'generated', 'operations.ts')

const head =
  '// Generated from the operations (src/**/*.graphql) and the schema by `npm run codegen -w @dropkit/web`. Do not edit.\n'

const graphqlFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => join(folder, name))

const config = {
  documentMode: 'string',
  pureMagicComment: true,
  scalars: {
    ID: 'string',
    BigInt: 'string',
    DateTime: 'string',
    JSON: 'unknown',
  },
  enumsAsTypes: true,
  useTypeImports: true,
  immutableTypes: true,
  skipTypename: true,
  strictScalars: true,
  dedupeFragments: true,
  inlineFragmentTypes: 'combine',
  avoidOptionals: false,
}

/** The text of src/api/generated/operations.ts for the operations and the schema as they stand. */
export async function operations(): Promise<string> {
  const sdl = graphqlFilesIn(sdlFolder).map((path) => readFileSync(path, 'utf8'))
  const text = await codegen({
    filename: operationsPath,
    schema: parse(sdl.join('\n')),
    documents: graphqlFilesIn(sources).map((location) => ({
      location,
      document: parse(readFileSync(location, 'utf8')),
    })),
    config,
    plugins: [{ typescriptOperations: {} }, { typedDocumentNode: {} }],
    pluginMap: { typescriptOperations, typedDocumentNode },
  })
  return `${head}${text.trimEnd()}\n`
}
