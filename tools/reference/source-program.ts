import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const ENTRIES = [
  'packages/adapter-graphql/src/resolvers/index.ts',
  'packages/core/src/domain/event-data.ts',
  'packages/core/src/index.ts',
].map((path) => join(root, path))

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ['@dropkit/source'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  types: [],
}

let program: ts.Program | undefined

/** The sources of core and of the API as a compiled program. Created once, which takes a few seconds. */
export function sourceProgram(): ts.Program {
  program ??= ts.createProgram(ENTRIES, OPTIONS, hostOfOurs())
  return program
}

/** Only resolves Dropkit's own sources, because reading libraries takes most of the time and is not needed. */
function hostOfOurs(): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS)
  host.resolveModuleNameLiterals = (literals, containing, redirected, options) =>
    literals.map(({ text }) =>
      text.startsWith('.') || text.startsWith('@dropkit/')
        ? ts.resolveModuleName(text, containing, options, host, undefined, redirected, ts.ModuleKind.ESNext)
        : { resolvedModule: undefined },
    )
  return host
}

export function sourceFile(path: string): ts.SourceFile {
  const file = sourceProgram().getSourceFile(join(root, path))
  if (!file) throw new Error(`${path} is not in the program`)
  return file
}
