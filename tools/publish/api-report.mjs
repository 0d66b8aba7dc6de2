// `npm run api-report`: writes the exports of core, by name and type, into its `api` folder for review. With --check it only
// checks that the report is up to date. The types come from the build in `dist`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'
import { compile, lockBuild } from '../build.mjs'
import { readOptions } from '../read-options.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const USAGE = `Usage:
  npm run api-report              writes the report
  npm run api-report -- --check   fails if it is out of date`
const isCheck = readOptions(USAGE, { options: { check: { type: 'boolean' } } }).values.check

const packageFolder = join(root, 'packages', 'core')
const FILE = 'core.api.md'

const silent = { logLevel: 'none' }
const messageCallback = (message) => {
  message.handled = true
}

/** Writes the report into a folder. */
const report = (folder) => {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(packageFolder, 'package.json'),
    configObject: {
      projectFolder: packageFolder,
      mainEntryPointFilePath: join(packageFolder, 'dist', 'index.d.ts'),
      newlineKind: 'lf',
      compiler: { tsconfigFilePath: join(packageFolder, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: FILE,
        reportFolder: folder,
        reportTempFolder: folder,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // Compiler errors are reported by tsc, and the docstrings here are plain text.
      messages: {
        compilerMessageReporting: { default: silent },
        extractorMessageReporting: { default: silent },
        tsdocMessageReporting: { default: silent },
      },
    },
  })
  Extractor.invoke(config, { localBuild: true, messageCallback })
}

const lock = await lockBuild(root)
const compiled = await compile(root).finally(lock.release)
if (compiled !== 0) process.exit(compiled)
const folder = mkdtempSync(join(tmpdir(), 'dropkit-api-'))
try {
  report(folder)
  // Most members need no docstring. test/exports.test.ts requires one for each export.
  const made = readFileSync(join(folder, FILE), 'utf8').replaceAll(/^ *\/\/ \(undocumented\)\n/gm, '')
  const committed = join(packageFolder, 'api', FILE)
  if (made !== readFileSync(committed, 'utf8')) {
    if (isCheck) {
      console.log(`packages/core/api/${FILE} is out of date: run npm run api-report, then review the change`)
      process.exitCode = 1
    } else writeFileSync(committed, made)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
