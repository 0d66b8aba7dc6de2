// The check of a block by its language, and the type check of programs. Blocks in other languages are not allowed on a page.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, settingsTable } from '@dropkit/server'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { buildSchema, parse, validate } from 'graphql'
import ts from 'typescript'
import { type Block, ROOT } from './pages.ts'

/** Returns the errors in a block. Empty if there are none. */
type Hold = (block: Block) => readonly string[]

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const schema = buildSchema(
  globSync('packages/adapter-graphql/schema/*.graphql', { cwd: ROOT }).map(read).join('\n'),
)

const graphql: Hold = ({ text }) => validate(schema, parse(text)).map(({ message }) => message)

const json: Hold = ({ text }) => {
  JSON.parse(text)
  return []
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))

/** A valid value in place of a placeholder that readers must replace. */
const filledIn = (name: string, value: string): string => {
  if (name.endsWith('_KEY') && value.startsWith('suiprivkey1'))
    return Ed25519Keypair.generate().getSecretKey()
  if (name === 'MASTER_KEY') return createHash('sha256').update(name).digest('hex')
  return value.replaceAll('…', 'f00d')
}

/** Settings: parsed by the server itself. */
const dotenv: Hold = ({ text }) => {
  const settings = linesOf(text).map((line): [string, string] => {
    const [name = '', ...value] = line.split('=')
    return [name, filledIn(name, value.join('='))]
  })
  const known = settingsTable().map(({ name }) => name)
  const unknown = settings.filter(([name]) => !known.includes(name)).map(([name]) => `no setting ${name}`)
  const config = readConfig(Object.fromEntries(settings))
  return [...unknown, ...(config.ok ? [] : config.error)]
}

const filesIn = (command: string): readonly string[] =>
  command.split(/[\s,"[\]]+/).filter((word) => /^[\w./-]+\.(?:mjs|ts|json)$/.test(word))

const absentIn = (command: string): readonly string[] =>
  filesIn(command)
    .filter((file) => !existsSync(join(ROOT, file)))
    .map((file) => `there is no ${file}`)

const UNIT_SECTIONS = ['Unit', 'Service', 'Install']

/** A systemd unit: checks its sections and keys, and that the files in its command exist. */
const ini: Hold = ({ text }) => {
  const errors: string[] = []
  const keys = new Map<string, string>()
  for (const line of linesOf(text)) {
    const section = /^\[(\w+)\]$/.exec(line)?.[1]
    if (section !== undefined) {
      if (!UNIT_SECTIONS.includes(section)) errors.push(`no section ${section}`)
      continue
    }
    const [, key, value] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? []
    if (key === undefined || value === undefined) errors.push(`no line of a unit: ${line}`)
    else keys.set(key, value)
  }
  const command = keys.get('ExecStart')
  if (command === undefined) errors.push('nothing is started')
  return [...errors, ...absentIn(command ?? ''), ...asTheImageStarts(command ?? '')]
}

/** The unit must start the same command as the container image. */
const asTheImageStarts = (command: string): readonly string[] => {
  const start = (JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]') as string[]).join(
    ' ',
  )
  const written = command.replace(/^\S*node /, 'node ')
  return written === start ? [] : [`the image runs "${start}", and this runs "${written}"`]
}

/** Programs that run in a page or in another language. Another test runs them exactly as they are written. */
const RECIPES_HELD_BY: Readonly<Record<string, string>> = {
  'docs/other-sites.md': 'test/client/recipes.ts',
  'docs/embed.md': 'test/browser/embedded-claim.test.ts',
}

const recipe: Hold = ({ page }) => {
  const test = RECIPES_HELD_BY[page]
  return test !== undefined && read(test).includes(page) ? [] : [`no test runs the recipes of ${page}`]
}

/** Languages whose blocks are checked without running them. */
export const HOLDS: Readonly<Record<string, Hold>> = {
  graphql,
  json,
  dotenv,
  ini,
  html: recipe,
  tsx: recipe,
  python: recipe,
  go: recipe,
}

/** Languages whose blocks are run, page by page. */
const RUN_LANGUAGES = ['sh', 'ts', 'js']

/** Output and diagrams. The content of a `text output` block must appear in the output of the commands. */
const LOOKED_AT = 'text'

export const HELD_LANGUAGES: readonly string[] = [...RUN_LANGUAGES, LOOKED_AT, ...Object.keys(HOLDS)]

// Type checks the programs on the pages. Imported files are not checked here, because `npm run check` does.

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
