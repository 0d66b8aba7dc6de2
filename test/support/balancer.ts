// Load balancers for tests: nginx, Caddy and HAProxy where they are installed, and a small one of our own that behaves like
// HAProxy.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './http.ts'
import { temporaryFolder } from './temporary-folder.ts'

const proxies = join(import.meta.dirname, '..', '..', 'docs', 'proxies')

export type Balancer = { readonly url: string; readonly stop: () => Promise<void> }

export const proxyFile = (name: 'nginx.conf' | 'haproxy.cfg' | 'Caddyfile'): string =>
  readFileSync(join(proxies, name), 'utf8')

/** The path of a program; undefined if it is not installed. */
export const programNamed = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** Replaces parts of a text. Throws if a part is missing, because the documented file may have changed. */
const replaced = (text: string, ...changes: readonly (readonly [string | RegExp, string])[]): string =>
  changes.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to)
    if (after === before) throw new Error(`The file has no ${from}`)
    return after
  }, text)

/** The documented configuration with the servers of a test, on loopback and without TLS. */
const onLoopback = (text: string, [one, two]: readonly [string, string]): string =>
  replaced(text, ['10.0.0.11:4000', one], ['10.0.0.12:4000', two])

const REAL = {
  nginx: (port: number, folder: string, servers: readonly [string, string]) => {
    const site = replaced(
      onLoopback(proxyFile('nginx.conf'), servers),
      ['listen 443 ssl http2', `listen 127.0.0.1:${port}`],
      [/ *ssl_certificate.*\n/g, ''],
    )
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((place) => `${place}_temp_path ${join(folder, place)};`)
      .join('\n')
    const path = join(folder, 'nginx.conf')
    const log = join(folder, 'log')
    writeFileSync(
      path,
      `daemon off;\npid ${join(folder, 'pid')};\nerror_log ${log};\nevents {}\nhttp {\naccess_log off;\n${places}\n${site}}\n`,
    )
    return ['-c', path, '-p', folder, '-e', log]
  },
  haproxy: (port: number, folder: string, servers: readonly [string, string]) => {
    const path = join(folder, 'haproxy.cfg')
    const text = replaced(onLoopback(proxyFile('haproxy.cfg'), servers), [
      /bind :443 .*/g,
      `bind 127.0.0.1:${port}`,
    ])
    writeFileSync(path, text)
    return ['-db', '-f', path]
  },
  caddy: (port: number, folder: string, servers: readonly [string, string]) => {
    const path = join(folder, 'Caddyfile')
    const site = replaced(onLoopback(proxyFile('Caddyfile'), servers), [
      '{$SITE:drops.example} {',
      `http://127.0.0.1:${port} {`,
    ])
    writeFileSync(path, `{\n\tadmin off\n}\n${site}`)
    return ['run', '--adapter', 'caddyfile', '--config', path]
  },
} as const

export const REAL_BALANCERS = ['nginx', 'haproxy', 'caddy'] as const

export const startRealBalancer = async (
  name: (typeof REAL_BALANCERS)[number],
  program: string,
  servers: readonly [string, string],
): Promise<Balancer> => {
  const port = await freePort()
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  const child = spawn(program, REAL[name](port, folder, servers), {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await answers()); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error(`${name} does not answer: ${said}`)
    await sleep(100)
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 2_000)
      await ended
      clearTimeout(late)
    },
  }
}

/**
 * Does what haproxy.cfg configures for health checks and for requests that no server accepted. Needs no installed program.
 */
export const startOwnBalancer = async (servers: readonly [string, string]): Promise<Balancer> => {
  const [, interText = '', fallText = ''] =
    /check inter (\d+)ms fall (\d+)/.exec(proxyFile('haproxy.cfg')) ?? []
  const [, health = ''] = /httpchk GET (\S+)/.exec(proxyFile('haproxy.cfg')) ?? []
  const failures = new Map(servers.map((server) => [server, 0]))
  let turn = 0

  const check = async (server: string) => {
    const isReady = await fetch(`http://${server}${health}`).then(
      ({ status }) => status === 200,
      () => false,
    )
    failures.set(server, isReady ? 0 : (failures.get(server) ?? 0) + 1)
  }
  const checking = setInterval(() => {
    for (const server of servers) void check(server)
  }, Number(interText))

  const usable = () => {
    const up = servers.filter((server) => (failures.get(server) ?? 0) < Number(fallText))
    return up.length === 0 ? servers : up
  }

  const pass = (request: IncomingMessage, reply: ServerResponse, body: Buffer, triesLeft: number) => {
    const among = usable()
    const [host, port] = (among[turn++ % among.length] ?? '').split(':')
    let isConnected = false
    const { method, url: path, headers } = request
    const upstream = ask({ host, port, method, path, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    upstream.on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
    upstream.on('error', () => {
      if (!isConnected && triesLeft > 0) pass(request, reply, body, triesLeft - 1)
      else if (reply.headersSent) reply.destroy()
      else reply.writeHead(502).end()
    })
    upstream.end(body)
  }

  const proxy = createServer((request, reply) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => pass(request, reply, Buffer.concat(pieces), 3))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      clearInterval(checking)
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
