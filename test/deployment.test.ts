// The files for containers and systemd use existing settings, scripts and folders. They are only built and validated if the
// machine has the tools: docker for the image, systemd-analyze for the unit.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig, settingsTable } from '../apps/server/src/index.ts'
import { readPage } from './docs/pages.ts'
import { programNamed } from './support/balancer.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const run = promisify(execFile)

const cleanUps: (() => unknown)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp()
})

const SETTING_NAMES = new Set(settingsTable().map(({ name }) => name))
const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const caddyfile = read('docs/proxies/Caddyfile')
const operating = readPage('docs/operating.md', read('docs/operating.md'))
const blockOf = (language: string): string =>
  operating.blocks.find((block) => block.language === language)?.text ?? ''

/** The lines below a key of a YAML file that are indented deeper. */
const below = (text: string, key: string): readonly string[] => {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.trimStart().startsWith(`${key}:`))
  const depth = (line: string) => line.length - line.trimStart().length
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.trim() !== '' && depth(line) <= depth(lines[start] ?? ''))
  return rest.slice(0, end === -1 ? undefined : end)
}

/** The environment of a server in compose.yaml, with these variables substituted. */
const environmentOf = (text: string, variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    below(below(text, 'x-server').join('\n'), 'environment').flatMap((line) => {
      const [, name = '', value = ''] = /^ +([A-Z_]+): (.*)$/.exec(line) ?? []
      const filled = value
        .replace(/^'(.*)'$/, '$1')
        .replace(/\$\{(\w+):\?[^}]*\}/g, (_, variable: string) => variables[variable] ?? '')
      return name === '' ? [] : [[name, filled]]
    }),
  )

describe('compose.yaml', () => {
  const set = environmentOf(compose, { SITE: 'drops.example', POSTGRES_PASSWORD: 'ab12' })

  it('sets settings of the server to values that it accepts, together with those of the page', () => {
    expect(Object.keys(set).filter((name) => !SETTING_NAMES.has(name))).toEqual([])
    const file = Object.fromEntries(
      blockOf('dotenv')
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    const secrets = {
      MASTER_KEY: 'a7'.repeat(32),
      SUI_PACKAGE_ID: `0x${'1'.repeat(64)}`,
      CHAIN: 'fake',
      NODE_ENV: 'development',
      SUI_OPERATOR_KEY: '',
      SUI_TREASURY_KEY: '',
    }
    const image = Object.fromEntries(
      [...(/^ENV (.*)$/m.exec(dockerfile)?.[1]?.matchAll(/(\w+)=(\S+)/g) ?? [])].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    expect(Object.keys(image).filter((name) => !SETTING_NAMES.has(name))).toEqual([])
    const config = readConfig({ ...image, ...file, ...secrets, ...set })
    expect(config).toMatchObject({
      ok: true,
      value: {
        databaseUrl: 'postgres://dropkit:ab12@postgres/dropkit',
        redisUrl: 'redis://redis:6379',
        publicUrl: 'https://drops.example',
        host: '0.0.0.0',
        dataDir: '/data',
      },
    })
  })

  it('has the proxy of docs/proxies send to its servers, at the port on which they listen', () => {
    const servers = below(compose, 'services').filter((line) => /^ {2}\S+: \*server$/.test(line))
    const names = servers.map((line) => line.trim().split(':')[0])
    expect(names).toHaveLength(2)
    expect(compose).toContain(`SERVERS: ${names.map((name) => `${name}:${set['PORT']}`).join(' ')}`)
    expect(compose).toContain('./docs/proxies/Caddyfile:/etc/caddy/Caddyfile:ro')
    for (const variable of ['SITE', 'SERVERS']) expect(caddyfile).toContain(`{$${variable}:`)
    expect(below(compose, 'x-server').join('\n')).not.toContain('ports:')
  })

  it('stops a server later than the server itself ends', () => {
    const seconds = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])
    const drain = settingsTable().find(({ name }) => name === 'DRAIN_SECONDS')
    expect(seconds).toBeGreaterThan(10 + Number(drain?.default))
  })

  it('declares every volume and service that it uses', () => {
    const volumes = below(compose.slice(compose.lastIndexOf('\nvolumes:')), 'volumes').map((line) =>
      line.trim().replace(':', ''),
    )
    const used = [...compose.matchAll(/(?:- |')([a-z]+):\//g)].map(([, name]) => name)
    expect(used.filter((name) => !volumes.includes(String(name)))).toEqual([])
    const services = below(compose, 'services').join('\n')
    for (const name of ['postgres', 'redis', 'proxy']) expect(services).toContain(`\n  ${name}:`)
  })
})

describe('the Dockerfile', () => {
  it('runs files that exist, with the Node that the server is measured on', () => {
    const { major } = JSON.parse(read('apps/server/node.json'))
    expect([...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => Number(version))).toEqual([
      major,
      major,
    ])
    for (const [path] of dockerfile.matchAll(/(?:tools|apps)\/[\w./-]+\.(?:mjs|ts)/g))
      expect(existsSync(join(root, path)), path).toBe(true)
    expect(dockerfile).toMatch(/^USER node$/m)
  })

  it('leaves settings, data and the history out of the image', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining(['.git', '**/*.env', '**/.env', '**/node_modules', 'data']),
    )
  })

  it('is built where a builder is', async () => {
    const docker = programNamed('docker')
    const canBuild =
      docker !== undefined &&
      (await run(docker, ['info']).then(
        () => true,
        () => false,
      ))
    if (!canBuild) return
    const tag = `dropkit-test-${process.pid}`
    cleanUps.push(() => execFile(docker, ['image', 'rm', '--force', tag]))
    await run(docker, ['build', '--tag', tag, root], { maxBuffer: 64 * 1024 * 1024 })
    const { stdout } = await run(docker, ['run', '--rm', tag, '--help'])
    expect(stdout).toContain('Settings are environment variables')
  }, 1_200_000)
})

describe('the unit of systemd', () => {
  const unit = blockOf('ini')

  it('starts the program that the image starts', () => {
    const [, entry = '[]'] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? []
    const [, started] = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit) ?? []
    expect(started).toBe(JSON.parse(entry).join(' '))
  })

  it('gives the service no privileges and nothing to write but its data', () => {
    for (const line of [
      'NoNewPrivileges=true',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'PrivateUsers=true',
      'RestrictNamespaces=true',
      'SystemCallFilter=@system-service',
      'StateDirectory=dropkit',
    ])
      expect(unit.split('\n')).toContain(line)
    // V8 needs memory that is writable and executable for compiled code.
    expect(unit).not.toContain('MemoryDenyWriteExecute')
  })

  it('is rated below 3 by systemd-analyze, where that is installed', async () => {
    const analyze = programNamed('systemd-analyze')
    if (analyze === undefined) return
    const path = join(temporaryFolder(), 'dropkit.service')
    writeFileSync(path, unit)
    const { stdout } = await run(analyze, [
      'security',
      '--offline=true',
      '--no-pager',
      '--threshold=29',
      path,
    ])
    expect(Number(/Overall exposure level.*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(3)
  })
})
