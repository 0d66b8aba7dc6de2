// The published packages as users get them: packed, installed into an empty project, type checked and run there as the
// READMEs say.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSdl } from '../packages/adapter-graphql/src/schema/read-sdl.ts'
import { callNpm } from '../tools/call-npm.mjs'
import { packInto } from '../tools/pack.mjs'
import { fileNameOf, isProgram, type Page, readPage } from './docs/pages.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** A user's environment, without the variables of this test run. */
const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', LOG_LEVEL: 'silent' }

const names = [
  'core',
  'testing',
  'adapter-graphql',
  'adapter-storage',
  'adapter-chain',
  'adapter-webhook',
  'adapter-beacon',
  'client',
  'server',
]

let folder: string
let project: string
let packed: Awaited<ReturnType<typeof packInto>>

const readmeOf = (name: string): Page => {
  const path = `${name === 'server' ? 'apps' : 'packages'}/${name}/README.md`
  return readPage(path, readFileSync(join(root, path), 'utf8'))
}

const commandsOf = (name: string): readonly string[] =>
  readmeOf(name).blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []))

/** The commands of docs/other-sites.md, which bundle the element. */
const bundling = readPage(
  'docs/other-sites.md',
  readFileSync(join(root, 'docs/other-sites.md'), 'utf8'),
).blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []))

/** The programs of the READMEs, with the file names to save them as. */
const programs = names.flatMap((name) =>
  readmeOf(name)
    .blocks.filter(isProgram)
    .map((block) => ({ name, file: fileNameOf(block) ?? 'without-a-name', text: block.text })),
)

/** The expected output of a program: the comments after `//` on the lines that print. */
const saidToPrint = (program: string): string =>
  [...program.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, printed]) => `${printed}\n`).join('')

/** For `graphql@16`: the name and the major version. */
const nameAndMajor = (wanted: string) => /^(.+?)(?:@(\d+))?$/.exec(wanted)?.slice(1) ?? []

/** The third-party packages that the READMEs tell users to install, in the versions of this repository. */
function foreignPackages(): Record<string, string> {
  const told = [...names.flatMap(commandsOf), ...bundling]
    .flatMap((text) => [...text.matchAll(/^npm install (.*)$/gm)])
    .flatMap(([, list = '']) => list.split(' '))
    .filter((name) => !name.startsWith('@dropkit/'))
  const versions = [...new Set([...told, '@types/node'])].map((wanted): [string, string] => {
    const [name = '', major] = nameAndMajor(wanted)
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
    if (major !== undefined && !version.startsWith(`${major}.`))
      throw new Error(`a README tells to install ${wanted}, and here it is ${version}`)
    return [name, version]
  })
  return Object.fromEntries(versions)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dropkit-packed-'))
  project = join(folder, 'project')
  mkdirSync(project)
  packed = await packInto(root, folder)
  const ours = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))
  const dependencies = { ...ours, ...foreignPackages() }
  writeFileSync(
    join(project, 'package.json'),
    // Like the file that `npm init -y` creates.
    JSON.stringify({ name: 'strangers-project', version: '1.0.0', type: 'commonjs', dependencies }),
  )
  const code = await callNpm(project, ['install', '--ignore-scripts'], () => {})
  if (code !== 0) throw new Error(`npm install ended with ${code}`)
})
// An install has many small files, so removing it takes long.
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))

it.each(names)('brings the licence, the changes and no tests with @dropkit/%s', (name) => {
  const installed = join(project, 'node_modules', '@dropkit', name)
  expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(readFileSync(join(installed, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
  const { tarball } = packed.find((one) => one.name === `@dropkit/${name}`) ?? {}
  const files = execFileSync('tar', ['-tzf', String(tarball)], { encoding: 'utf8' })
  expect(files).not.toMatch(/\.test\.|test-data|tsbuildinfo/)
})

it.each(names)('does not allow @dropkit/%s to be published manually', async (name) => {
  const { folder = '' } = packed.find((one) => one.name === `@dropkit/${name}`) ?? {}
  const { prepublishOnly } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts
  const refused = run('sh', ['-c', prepublishOnly], { cwd: folder }).catch(({ stderr }) => stderr)
  expect(await refused).toContain('npm run release')
})

it('bundles the element by the commands of the docs, into scripts for a page with a strict policy', async () => {
  const site = join(project, 'site')
  mkdirSync(site)
  const [install, ...commands] = bundling.join('\n').trim().split('\n')
  expect(install).toBe('npm install @dropkit/client rolldown')
  const PATH = `${join(project, 'node_modules', '.bin')}:${environment.PATH}`
  const script = ['npx() { "$@"; }', ...commands].join('\n')
  await run('bash', ['-ec', script], { cwd: site, env: { ...environment, PATH } })
  const scripts = readdirSync(join(site, 'public'))
  expect(scripts).toContain('dropkit-claim.js')
  for (const name of scripts) {
    const text = readFileSync(join(site, 'public', name), 'utf8')
    // Imports of package names would need an import map, which is an inline script.
    const imports = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName)
    expect(imports.filter((from) => !from.startsWith('./'))).toEqual([])
    expect(text).not.toMatch(/\beval\(|new Function\(/)
  }
  expect(readFileSync(join(site, 'public', 'dropkit-claim.js'), 'utf8')).toContain('dropkit-claim')
})

it('contains the schema of the service, for code generators', () => {
  const path = createRequire(join(project, 'package.json')).resolve('@dropkit/client/schema.graphql')
  const schema = lexicographicSortSchema(buildSchema(readSdl()))
  expect(readFileSync(path, 'utf8')).toBe(`${printSchema(schema)}\n`)
})

it('contains the licenses of bundled code', () => {
  const pages = join(project, 'node_modules', '@dropkit', 'server', 'dist', 'pages')
  expect(readFileSync(join(pages, 'licenses.md'), 'utf8')).toMatch(/^## react - .* \(MIT\)$/m)
})

describe('the programs of the READMEs', () => {
  const folderOf = (name: string) => join(project, 'programs', name)
  const env = { ...environment, MASTER_KEY: '5e'.repeat(32) }

  beforeAll(() => {
    for (const { name, file, text } of programs) {
      mkdirSync(folderOf(name), { recursive: true })
      writeFileSync(join(folderOf(name), file), text)
    }
    cpSync(join(root, 'examples', 'embed-in-http-server.ts'), join(folderOf('core'), 'service.mts'))
    const compilerOptions = {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      allowImportingTsExtensions: true,
      types: ['node'],
      noEmit: true,
    }
    writeFileSync(join(project, 'programs', 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  })

  it('have types', async () => {
    const tsc = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')
    const checked = run(process.execPath, [tsc, '-p', 'programs'], { cwd: project })
    expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
  })

  /** The output of a program until it ends. */
  async function printedBy({ name, file }: (typeof programs)[number]): Promise<string> {
    const child = spawn(process.execPath, [file], { cwd: folderOf(name), env })
    const ended = once(child, 'close')
    let [printed, errors] = ['', '']
    child.stderr.setEncoding('utf8').on('data', (said: string) => {
      errors += said
    })
    child.stdout.setEncoding('utf8').on('data', (said: string) => {
      printed += said
    })
    expect([await ended, errors]).toEqual([[0, null], expect.any(String)])
    return printed
  }

  it.each(programs.filter(({ file }) => !file.includes('.test.')))(
    'print what the README of @dropkit/$name says: $file',
    async (program) => expect(await printedBy(program)).toBe(saidToPrint(program.text)),
  )

  it('take claims over HTTP, in the example that the README of @dropkit/core names', async () => {
    expect(readmeOf('core').text).toContain('`examples/embed-in-http-server.ts`')
    const cwd = folderOf('core')
    const child = spawn(process.execPath, ['service.mts'], {
      cwd,
      env: { ...env, DATA_DIR: join(cwd, 'data') },
    })
    const ended = once(child, 'close')
    let said = ''
    const url = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text
          const [, found] = / at (http:\S+)\n/.exec(said) ?? []
          if (found !== undefined) resolve(found)
        })
      }
      child.once('close', (code) => reject(new Error(`it ended with ${code}:\n${said}`)))
    })
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ wallet: '0xa11ce' }) })
    expect([answer.status, await answer.json()]).toMatchObject([201, { amount: '100', nonce: 1 }])
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  })

  it('run a suite by node:test, and by vitest with the other word', async () => {
    const [suite = { name: '', file: '', text: '' }] = programs.filter(({ file }) => file.includes('.test.'))
    const cwd = folderOf(suite.name)
    const byNode = await run(process.execPath, ['--test', suite.file], { cwd, env })
    expect(byNode.stdout).toMatch(/^. pass \d{2,}\n. fail 0$/m)

    symlinkSync(join(root, 'node_modules', 'vitest'), join(project, 'node_modules', 'vitest'))
    const other = join(project, 'by-vitest')
    cpSync(cwd, other, { recursive: true })
    writeFileSync(join(other, suite.file), suite.text.replace('node:test', 'vitest'))
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const plain = { cwd: other, env: { ...env, NO_COLOR: '1' } }
    const byVitest = await run(process.execPath, [vitest, 'run', suite.file], plain)
    expect(byVitest.stdout).toMatch(/Tests.* \d{2,} passed/)
  })
})

describe('the command of the server', () => {
  const command = () => join(project, 'node_modules', '.bin', 'dropkit')
  const env = { ...environment, PORT: '0', LOG_LEVEL: 'info' }
  const started = new Set<ChildProcess>()
  let data: string

  beforeAll(() => {
    data = mkdtempSync(join(folder, 'data-'))
  })
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL')
  })

  /** Run as from a shell: the shebang names `node`, which is the Node of these tests. */
  const path = { PATH: `${join(process.execPath, '..')}:${environment.PATH}` }
  const say = (words: readonly string[]) => run(command(), words, { cwd: data, env: { ...env, ...path } })

  async function start() {
    const child = spawn(command(), [], {
      cwd: data,
      env: { ...env, ...path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.add(child)
    let said = ''
    const url = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text
          const [, found] = /^Dropkit listens on (\S+)\n {2}/m.exec(said) ?? []
          if (found !== undefined) resolve(found)
        })
      }
      child.once('close', (code) => reject(new Error(`it ended with ${code}:\n${said}`)))
    })
    return { child, url, said: () => said }
  }

  it('serves the pages and a claim, and stops on a signal', async () => {
    const { child, url, said } = await start()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    if (process.platform === 'linux') {
      const { flags } = JSON.parse(readFileSync(join(root, 'apps', 'server', 'node.json'), 'utf8'))
      const words = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0')
      expect(words).toEqual(expect.arrayContaining(flags))
    }

    const page = await fetch(`${url}/dashboard`)
    const html = await page.text()
    expect([page.status, html]).toEqual([200, expect.stringContaining('<title>Dropkit</title>')])
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? []
    expect((await fetch(url + script)).status).toBe(200)

    const { stdout: key } = await say(['apikey', 'create', '--username', 'peter'])
    expect(said()).toMatch(/^ {2}dk_\w+$/m)
    const ask = async (query: string) => {
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.trim()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: `mutation { ${query} }` }),
      })
      return (await answer.json()) as { data: Record<string, { id: string }> }
    }
    const token = await ask('createToken(input: { name: "P", symbol: "P", supply: "1000" }) { id }')
    const terms = 'title: "P", type: TOKEN, claimType: REGULAR, maxAmount: "1000", tokenAmount: "100"'
    const tokenId = token.data['createToken']?.id
    const drop = await ask(`createDrop(input: { ${terms}, existingTokenId: "${tokenId}" }) { id }`)
    const dropId = drop.data['createDrop']?.id
    const claimed = await ask(
      `claimDrop(input: { dropId: "${dropId}", userAddress: "0xa11ce" }) { claim { status amount } }`,
    )
    expect(claimed).toEqual({ data: { claimDrop: { claim: { status: 'PENDING', amount: '100' } } } })

    const post = (path: string, body: object) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await post('/auth/challenge', { address: '0xa11ce' })).status).toBe(200)
    // Is verified on a thread, which is a file of its own.
    const signature = Buffer.alloc(97).toString('base64')
    expect((await post('/auth/verify', { address: '0xa11ce', signature })).status).toBe(401)

    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(existsSync(join(data, 'data', 'master.key'))).toBe(true)
  })

  it('does what its README says', async () => {
    const { child, url } = await start()
    const [first, ...typed] = commandsOf('server')
    expect(first).toBe('npm install @dropkit/server\nnpx dropkit\n')
    const here = typed.join('\n').replaceAll('http://127.0.0.1:4000', url)
    // The store's folder is not the folder with the packages.
    const npx = `npx() { [ "$1" = dropkit ] && shift && '${command()}' "$@"; }`
    const script = `set -eo pipefail\n${npx}\n${here}`
    const { stdout } = await run('bash', ['-c', script], { cwd: data, env: { ...env, ...path } })
    for (const said of ['"username":"maria"', 'no differences in ', 'DATABASE_URL'])
      expect(stdout).toContain(said)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('names commands as they are called where it is installed', async () => {
    const { stdout: help } = await say(['--help'])
    expect(help).toMatch(/^ {2}dropkit apikey create --username NAME +prints a new API key/m)
    expect(help).not.toMatch(/npm |-- --/)
    const misused = await say(['backup']).catch(({ stderr, code }) => ({ stderr, code }))
    expect(misused).toMatchObject({ code: 2, stderr: expect.stringContaining('dropkit backup FILE') })
    const settings = { ...env, ...path, CHAIN: 'sui' }
    const refused = await run(command(), [], { cwd: data, env: settings }).catch(({ stderr }) => stderr)
    expect(refused).toContain('what `dropkit sui publish` printed')
  })
})
