import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { copyTools, temporaryFolder } from '../test/support/temporary-folder.ts'

// A stand-in for Vite. It records its calls, and builds a page and assets from apps/web/page.txt.
const fakeVite = `const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const folder = process.argv[process.argv.indexOf('--outDir') + 1]
appendFileSync('vite-calls', process.env.NODE_ENV + ' ' + process.argv.slice(2, 4).join(' ') + '\\n')
console.log('said by vite')
const text = readFileSync('apps/web/page.txt', 'utf8')
mkdirSync(join(folder, 'assets'), { recursive: true })
if (text === 'broken') process.exit(3)
writeFileSync(join(folder, 'claim.html'), text)
writeFileSync(join(folder, 'assets', 'large-1.js'), text.repeat(2000))
writeFileSync(join(folder, 'assets', 'small-1.js'), text)
writeFileSync(join(folder, 'assets', 'font-1.woff2'), text.repeat(2000))
`

let root: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const calls = () =>
  existsSync(join(root, 'vite-calls'))
    ? readFileSync(join(root, 'vite-calls'), 'utf8').trim().split('\n')
    : []
const built = (path: string) => readFileSync(join(root, 'apps', 'web', 'dist', path))

const build = (): Promise<{ code: number | null; output: string; said: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'tools', 'build-web-when-due.mjs')], {
      env: { ...process.env, NODE_ENV: 'demo' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let said = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.once('close', (code) => resolve({ code, output, said }))
  })

beforeEach(() => {
  root = realpathSync(temporaryFolder())
  copyTools(root)
  mkdirSync(join(root, 'node_modules', 'node', 'bin'), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules', 'node', 'bin', 'node'))
  write('node_modules/vite/bin/vite.js', fakeVite)
  write('package-lock.json', '{}')
  write('packages/core/src/index.ts', 'export {}')
  write('apps/web/page.txt', 'first page')
})

describe('the build of the web pages', () => {
  it('is built once for simultaneous requests, and again only after a change', async () => {
    const codes = await Promise.all([build(), build(), build()])
    expect(codes.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(calls()).toEqual(['production build apps/web'])
    expect(built('claim.html').toString()).toBe('first page')
    expect(await build()).toEqual({ code: 0, output: '', said: '' })
    expect(calls()).toHaveLength(1)
    expect(readdirSync(join(root, 'apps', 'web')).sort()).toEqual(['dist', 'page.txt'])
  })

  it('leaves standard output to the started program', async () => {
    expect(await build()).toMatchObject({ output: '', said: expect.stringContaining('said by vite') })
  })

  it.each(['apps/web/src/new.tsx', 'packages/core/src/index.ts', 'package-lock.json'])(
    'is due again after a change of %s',
    async (path) => {
      await build()
      write(path, 'changed')
      await build()
      expect(calls()).toHaveLength(2)
    },
  )

  it.each(['apps/web/src/new.test.ts', 'packages/testing/src/new.ts', 'apps/web/node_modules/x.js'])(
    'is not due after a change of %s',
    async (path) => {
      await build()
      write(path, 'changed')
      await build()
      expect(calls()).toHaveLength(1)
    },
  )

  it('that fails is reported, keeps the earlier pages, and is retried', async () => {
    await build()
    write('apps/web/page.txt', 'broken')
    expect(await build()).toMatchObject({ code: 3, said: expect.stringContaining('failed (exit code 3)') })
    expect(built('claim.html').toString()).toBe('first page')
    write('apps/web/page.txt', 'second page')
    expect((await build()).code).toBe(0)
    expect(built('claim.html').toString()).toBe('second page')
    expect(existsSync(join(root, 'apps/web/dist/.before'))).toBe(false)
  })

  it('adds compressed files if they save enough', async () => {
    await build()
    const text = 'first page'.repeat(2000)
    expect(brotliDecompressSync(built('assets/large-1.js.br')).toString()).toBe(text)
    expect(gunzipSync(built('assets/large-1.js.gz')).toString()).toBe(text)
    expect(readdirSync(join(root, 'apps/web/dist/assets')).sort()).toEqual([
      'font-1.woff2',
      'large-1.js',
      'large-1.js.br',
      'large-1.js.gz',
      'small-1.js',
    ])
  })
})
