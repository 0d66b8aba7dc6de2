// Tests whether a text in a request can make the server send a request itself. Tests of blocked addresses, DNS rebinding
// and redirects are in packages/adapter-webhook, without connections. Here, every such text points to a local listener,
// which must receive nothing.
import { createServer, type Server } from 'node:net'
import { createExecutableSchema } from '@dropkit/adapter-graphql'
import { getNamedType, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { Tally } from './attack-runs.ts'

let server: TestServer
let listener: Server
let port: number
let heard = 0
let ids: Readonly<Record<string, string>>

beforeAll(async () => {
  listener = createServer((socket) => {
    heard++
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = (listener.address() as { port: number }).port
  server = await startServer({ env: { WEBHOOK_ALLOW_PRIVATE: '0', RATE_LIMIT_PER_MINUTE: '0' } })
  ids = { dropId: await createDrop(server) }
})
afterAll(async () => {
  listener?.close()
  expect(await server?.stop()).toEqual({ code: 0, signal: null })
})

/** Different ways to write the address of this machine, including unusual ones. */
const hosts = (): readonly string[] => [
  `127.0.0.1:${port}`,
  `localhost:${port}`,
  `LOCALHOST:${port}`,
  `localhost.:${port}`,
  `a.localhost:${port}`,
  `2130706433:${port}`,
  `0x7f000001:${port}`,
  `017700000001:${port}`,
  `0177.0.0.1:${port}`,
  `0x7f.1:${port}`,
  `127.1:${port}`,
  `127.0.1:${port}`,
  `0:${port}`,
  `0.0.0.0:${port}`,
  `127.0.0.1.:${port}`,
  `１２７.0.0.1:${port}`,
  `127。0。0。1:${port}`,
  `%31%32%37.0.0.1:${port}`,
  `[::1]:${port}`,
  `[::]:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `[::ffff:7f00:1]:${port}`,
  `[::127.0.0.1]:${port}`,
  `[64:ff9b::7f00:1]:${port}`,
  `[2002:7f00:1::]:${port}`,
  `[::1%25lo]:${port}`,
  `user@127.0.0.1:${port}`,
  `example.invalid@127.0.0.1:${port}`,
  `127.0.0.1:${port}#@example.invalid`,
  `example.invalid:80\\@127.0.0.1:${port}`,
  `127.0.0.1:${port}\u0000.example.invalid`,
  `169.254.169.254`,
  `metadata.google.internal`,
]

/** Every operation with a text argument, with the text in each place that may contain one. */
function askings(text: string): readonly { readonly query: string; readonly variables: object }[] {
  const type = createExecutableSchema().getMutationType()
  return Object.values(type?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap((argument) => {
      const named = getNamedType(argument.type)
      const head = `mutation ($v: ${argument.type}) { ${field.name}(${argument.name}: $v)`
      const rest = '{ __typename } }'
      if (!isInputObjectType(named)) return []
      const plain = Object.fromEntries(
        Object.values(named.getFields()).flatMap(({ name, type: given }): (readonly [string, unknown])[] => {
          if (name === 'dropId') return [[name, ids['dropId']]]
          if (name === 'rules')
            return [[name, [{ key: 'wallet_allowlist', operator: 'in', value: `file:${text}` }]]]
          if (String(getNamedType(given)) === 'String' || String(getNamedType(given)) === 'ID')
            return [[name, String(given).includes('[') ? ['*'] : text]]
          return []
        }),
      )
      const isLeaf = String(getNamedType(field.type)) === 'Boolean'
      return [{ query: `${head} ${isLeaf ? '}' : rest}`, variables: { v: plain } }]
    }),
  )
}

it('leads to no request, in any field and any spelling', async () => {
  const tally = new Tally('texts that lead to this machine')
  for (const scheme of ['http://', 'https://', 'HTTP://', 'gopher://', 'file://', '//']) {
    for (const host of scheme === 'http://' ? hosts() : hosts().slice(0, 3)) {
      for (const { query, variables } of askings(`${scheme}${host}/hook`)) {
        const { errors, data } = await server.graphql(query, variables)
        expect(errors?.[0]?.extensions?.['code']).not.toBe('INTERNAL')
        const isWebhook = /Webhook\(/.test(query) && /register|create/.test(query)
        if (isWebhook)
          expect({ host, data }).toEqual({
            host,
            data: query.includes('register') ? { registerWebhook: null } : null,
          })
        tally.add(errors ? 'refused' : 'kept as a text')
      }
    }
  }
  // Waits for anything that the server might send in the background.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(heard).toBe(0)
  tally.tell(`${heard} connections made`)
}, 120_000)
