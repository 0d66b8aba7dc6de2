// What is published, as strangers get it: packed, installed into an empty project, typed and run there as each package's
// README says.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callNpm } from '../tools/call-npm.mjs'
import { type Packed, packInto } from '../tools/pack.mjs'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** The settings of a stranger: none of those that these tests were given. */
const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', LOG_LEVEL: 'silent' }

const names = ['core', 'adapter-graphql', 'adapter-storage', 'adapter-chain', 'adapter-webhook', 'server']

let folder: string
let project: string
let packed: readonly Packed[]

const readmeOf = (name: string): string =>
  readFileSync(join(project, 'node_modules', '@dropkit', name, 'README.md'), 'utf8')

const blocksOf = (text: string, language: 'sh' | 'ts'): readonly string[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, written, block = '']) =>
    written === language ? [block] : [],
  )

/** What a README says that its program prints: behind `//` of the lines that print. */
const saidToPrint = (program: string): string =>
  [...program.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, printed]) => `${printed}\n`).join('')

/** What the READMEs tell to install beside our own packages, in the versions that are used here. */
function foreignPackages(): Record<string, string> {
  const told = packed.flatMap(({ folder }) => {
    const [, list = ''] = /^npm install (.*)$/m.exec(readFileSync(join(folder, 'README.md'), 'utf8')) ?? []
    return list.split(' ').filter((name) => !name.startsWith('@dropkit/'))
  })
  const versions = [...new Set([...told, '@types/node'])].map((name): [string, string] => {
    const path = join(root, 'node_modules', name, 'package.json')
    return [name, JSON.parse(readFileSync(path, 'utf8')).version]
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
    JSON.stringify({ name: 'strangers-project', private: true, type: 'module', dependencies }),
  )
  const code = await callNpm(project, ['install', '--ignore-scripts'], () => {})
  if (code !== 0) throw new Error(`npm install ended with ${code}`)
}, 300_000)
// As many small files as an install has.
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }), 180_000)

it.each(names)('brings the licence, the changes and no tests with @dropkit/%s', (name) => {
  const installed = join(project, 'node_modules', '@dropkit', name)
  expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(readFileSync(join(installed, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
  const { tarball } = packed.find((one) => one.name === `@dropkit/${name}`) ?? {}
  const files = execFileSync('tar', ['-tzf', String(tarball)], { encoding: 'utf8' })
  expect(files).not.toMatch(/\.test\.|test-data|tsbuildinfo/)
})

it.each(names)('does not let @dropkit/%s be published by hand', async (name) => {
  const { folder = '' } = packed.find((one) => one.name === `@dropkit/${name}`) ?? {}
  const { prepublishOnly } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts
  const refused = run('sh', ['-c', prepublishOnly], { cwd: folder }).catch(({ stderr }) => stderr)
  expect(await refused).toContain('npm run release')
})

it('brings the licences of what others wrote with the pages', () => {
  const pages = join(project, 'node_modules', '@dropkit', 'server', 'dist', 'pages')
  expect(readFileSync(join(pages, 'licenses.md'), 'utf8')).toMatch(/^## react - .* \(MIT\)$/m)
})

describe('the programs of the READMEs', () => {
  const programs = join('programs', 'compiled')

  beforeAll(async () => {
    mkdirSync(join(project, 'programs'))
    for (const name of names) {
      const [program = '', ...more] = blocksOf(readmeOf(name), 'ts')
      expect([name, more]).toEqual([name, []])
      writeFileSync(join(project, 'programs', `${name}.ts`), program)
    }
    const compilerOptions = {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      types: ['node'],
      outDir: 'compiled',
    }
    writeFileSync(join(project, 'programs', 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  })

  it('have types', async () => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const checked = run(process.execPath, [tsc, '-p', 'programs'], { cwd: project })
    expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
  }, 180_000)

  it.each(names)('print what the README of @dropkit/%s says', async (name) => {
    const program = join(programs, `${name}.js`)
    const { stdout } = await run(process.execPath, [program], { cwd: project, env: environment })
    expect(stdout).toBe(saidToPrint(readFileSync(join(project, 'programs', `${name}.ts`), 'utf8')))
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

  /** As the shell of a stranger finds it: by its first line, which names `node`, and that is the Node of these tests. */
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

  it('serves the pages and a claim, and ends when it is told to', async () => {
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

    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(existsSync(join(data, 'data', 'master.key'))).toBe(true)
  }, 60_000)

  it('does what its README says', async () => {
    const [first, ...commands] = blocksOf(readmeOf('server'), 'sh').map((block) => block.trim().split('\n'))
    expect(first).toEqual(['npm install @dropkit/server', 'npx dropkit'])
    const said = []
    for (const words of commands.flat().map((command) => command.split(' '))) {
      expect(words.slice(0, 2)).toEqual(['npx', 'dropkit'])
      said.push((await say(words.slice(2))).stdout)
    }
    expect(said).toEqual([
      expect.stringMatching(/^dk_\w+\n$/),
      expect.stringMatching(/^nothing differs in /),
      expect.stringContaining('DATABASE_URL'),
    ])
  })

  it('names commands as they are called where it is installed', async () => {
    const { stdout: help } = await say(['--help'])
    expect(help).toMatch(/^ {2}dropkit apikey create --username NAME +prints a new API key/m)
    expect(help).not.toMatch(/npm |-- --/)
    const misused = await say(['backup']).catch(({ stderr, code }) => ({ stderr, code }))
    expect(misused).toMatchObject({ code: 2, stderr: expect.stringContaining('dropkit backup FILE') })
  })
})
