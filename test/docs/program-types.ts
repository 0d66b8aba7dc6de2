// Type checks the programs on the pages. Imported files are not checked here, because `npm run check` does.
import { join } from 'node:path'
import ts from 'typescript'

/** Less strict than for the repository's sources, because the pages show ordinary code. */
const LENIENT = {
  noEmit: true,
  noPropertyAccessFromIndexSignature: false,
  noUnusedLocals: false,
}

/** The compiler's errors in these files of a folder that contains the repository. */
export const typeErrorsOf = (folder: string, files: readonly string[]): readonly string[] => {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.base.json'), ts.sys.readFile)
  const compilerOptions = { ...config.compilerOptions, ...LENIENT }
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions, files: [] }, ts.sys, folder)
  const program = ts.createProgram(files, options)
  return files.flatMap((file) => {
    const source = program.getSourceFile(file)
    const errors = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return errors.map(({ start = 0, messageText }) => {
      const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1
      return `${file}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
  })
}
