// `npm run api-report`: writes what core offers to others, by name and type, into packages/core/api, to be read in review.
// With --check it only says whether those reports are current. They are made of the types that the build leaves in `dist`.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'
import { compile } from '../build.mjs'
import { readOptions } from '../read-options.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const core = join(root, 'packages', 'core')
const reports = join(core, 'api')
const USAGE = `Usage:
  npm run api-report              writes the reports
  npm run api-report -- --check   says whether they are current`
const isCheck = readOptions(USAGE, { options: { check: { type: 'boolean' } } }).values.check

/** Each entry of the package, and the file that tells of it. */
const ENTRIES = [
  { types: 'dist/index.d.ts', file: 'core.api.md' },
  { types: 'dist/testing/index.d.ts', file: 'core-testing.api.md' },
]

const silent = { logLevel: 'none' }
const messageCallback = (message) => {
  message.handled = true
}

/** Leaves the report of an entry in a folder. */
const report = ({ types, file }, folder) => {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(core, 'package.json'),
    configObject: {
      projectFolder: core,
      mainEntryPointFilePath: join(core, types),
      newlineKind: 'lf',
      compiler: { tsconfigFilePath: join(core, 'tsconfig.json') },
      apiReport: { enabled: true, reportFileName: file, reportFolder: folder, reportTempFolder: folder },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // What tsc has to say it says elsewhere, and docstrings here are plain words.
      messages: {
        compilerMessageReporting: { default: silent },
        extractorMessageReporting: { default: silent },
        tsdocMessageReporting: { default: silent },
      },
    },
  })
  Extractor.invoke(config, { localBuild: true, messageCallback })
}

const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

const compiled = await compile(root)
if (compiled !== 0) process.exit(compiled)
const folder = mkdtempSync(join(tmpdir(), 'dropkit-api-'))
try {
  mkdirSync(reports, { recursive: true })
  for (const entry of ENTRIES) {
    report(entry, folder)
    const made = join(folder, entry.file)
    const kept = join(reports, entry.file)
    if (readIfThere(made) === readIfThere(kept)) continue
    if (isCheck) {
      console.log(
        `packages/core/api/${entry.file} is not what core offers now: npm run api-report, then read what changed`,
      )
      process.exitCode = 1
    } else copyFileSync(made, kept)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
