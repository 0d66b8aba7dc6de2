// `npm run api-report`: writes the exports of core and the test kit, by name and type, into their `api` folders for review.
// With --check it only checks that those reports are up to date. The types come from the build in `dist`.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'
import { compile } from '../build.mjs'
import { readOptions } from '../read-options.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const USAGE = `Usage:
  npm run api-report              writes the reports
  npm run api-report -- --check   fails if they are out of date`
const isCheck = readOptions(USAGE, { options: { check: { type: 'boolean' } } }).values.check

const REPORTED = ['core', 'testing']

const silent = { logLevel: 'none' }
const messageCallback = (message) => {
  message.handled = true
}

/** Writes the report of a package into a folder. */
const report = (name, folder) => {
  const packageFolder = join(root, 'packages', name)
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
        reportFileName: `${name}.api.md`,
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

const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

const compiled = await compile(root)
if (compiled !== 0) process.exit(compiled)
const folder = mkdtempSync(join(tmpdir(), 'dropkit-api-'))
try {
  for (const name of REPORTED) {
    report(name, folder)
    const file = `${name}.api.md`
    const made = join(folder, file)
    const reports = join(root, 'packages', name, 'api')
    const committed = join(reports, file)
    if (readIfThere(made) === readIfThere(committed)) continue
    if (isCheck) {
      console.log(
        `packages/${name}/api/${file} is out of date: run npm run api-report, then review the change`,
      )
      process.exitCode = 1
    } else {
      mkdirSync(reports, { recursive: true })
      copyFileSync(made, committed)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
