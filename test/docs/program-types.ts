// Whether programs have the types that they say. Only they are looked at: what they import is held by `npm run check`.
import { join } from 'node:path'
import ts from 'typescript'

/** Not so strict as our own sources: a page shows what people write. */
const LENIENT = {
  noEmit: true,
  noPropertyAccessFromIndexSignature: false,
  noUnusedLocals: false,
}

/** What the compiler has to say of these files of a folder that holds the repository. */
export const typeFaultsOf = (folder: string, files: readonly string[]): readonly string[] => {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.base.json'), ts.sys.readFile)
  const compilerOptions = { ...config.compilerOptions, ...LENIENT }
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions, files: [] }, ts.sys, folder)
  const program = ts.createProgram(files, options)
  return files.flatMap((file) => {
    const source = program.getSourceFile(file)
    const faults = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return faults.map(({ start = 0, messageText }) => {
      const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1
      return `${file}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
  })
}
