// Installs a server into a folder with only what it needs: the sources of the packages, the built web pages, and the
// packages of the lock file that are not for development or for building the pages. It runs on the Node of the machine:
// node tools/run.mjs tools/production-install.mjs FOLDER
// cd FOLDER && node --conditions=@dropkit/source apps/server/src/dropkit.ts
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWebWhenDue } from './build-web-when-due.mjs'
import { callNpm } from './call-npm.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What a server needs to run, and what npm needs for the workspaces. */
const COPIED = [
  'LICENSE',
  'package.json',
  'package-lock.json',
  '.npmrc',
  'packages',
  'apps/server',
  'apps/web/package.json',
  'apps/web/dist',
]
const FOR_DEVELOPMENT =
  /(?:^|\/)(?:node_modules|test|api|testing)(?:\/|$)|\.test(?:-data)?\.tsx?$|\.tsbuildinfo$/
const COMPILED = /^(?:packages\/[^/]+|apps\/server)\/dist(?:\/|$)/

/** npm requires every workspace of the lock file to exist. */
const WORKSPACE = /^packages\/[^/]+(?:\/package\.json)?$/

const isCopied = (path) => WORKSPACE.test(path) || (!FOR_DEVELOPMENT.test(path) && !COMPILED.test(path))

/** The server's commands, such as `npm run audit`, on the machine's Node. All other scripts need files that are not here. */
const writeScripts = (folder) => {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const command = 'node --conditions=@dropkit/source apps/server/src/dropkit.ts'
  const scripts = Object.entries(manifest.scripts)
    .filter(([, script]) => script.includes(' apps/server/src/main.mjs'))
    .map(([name, script]) => [name, `${command}${script.split(' apps/server/src/main.mjs')[1]}`])
  writeFileSync(file, `${JSON.stringify({ ...manifest, scripts: Object.fromEntries(scripts) }, null, 2)}\n`)
}

const install = async (folder) => {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  if ((await buildWebWhenDue(root)) !== 0) throw new Error('the web pages cannot be built')
  mkdirSync(folder, { recursive: true })
  for (const path of COPIED)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => isCopied(relative(root, source).replaceAll('\\', '/')),
    })
  writeScripts(folder)
  const code = await callNpm(
    folder,
    // The Node in the lock file is a development dependency. The machine must have its own Node.
    [
      'ci',
      '--workspace',
      '@dropkit/server',
      '--include-workspace-root=false',
      '--omit=dev',
      '--ignore-scripts',
    ],
    () => {},
  )
  if (code !== 0) throw new Error(`npm ci failed (exit code ${code})`)
}

const [given, ...more] = process.argv.slice(2)
if (given === undefined || more.length > 0) {
  process.stderr.write('usage: node tools/run.mjs tools/production-install.mjs FOLDER\n')
  process.exit(2)
}
try {
  await install(resolve(given))
} catch (error) {
  process.stderr.write(`Not installed: ${error.message}\n`)
  process.exitCode = 1
}
