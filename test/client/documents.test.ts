// Every document of the client is valid for the service and is answered without errors.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as client from '@dropkit/client'
import { buildSchema, parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimDrop, createDrop } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { walletOf } from '../support/wallet.ts'

let server: TestServer
const ids = { drop: '', claim: '', token: '' }
const { createClient, memoryStorage } = client

beforeAll(async () => {
  server = await startServer()
  ids.drop = await createDrop(server, { shortcode: 'gold' })
  ids.claim = (await claimDrop(server, ids.drop, walletOf(1).address)).claim.id
  const found = await asking(server.apiKey).query(client.DropDocument, { id: ids.drop })
  ids.token = (found.ok && found.value.drop?.token?.id) || ''
}, 60_000)
afterAll(() => server?.stop())

const asking = (key?: string) =>
  createClient({ url: server.url, storage: memoryStorage(), ...(key === undefined ? {} : { key }) })

const documents = Object.entries(client).flatMap(([name, value]) =>
  name.endsWith('Document') ? [{ name, text: String(value) }] : [],
)

it.each(documents)('$name is valid by the published schema', ({ text }) => {
  const path = fileURLToPath(import.meta.resolve('@dropkit/client/schema.graphql'))
  expect(validate(buildSchema(readFileSync(path, 'utf8')), parse(text))).toEqual([])
})

const withoutArguments = documents.filter(({ text }) => /^query/.test(text) && !/\$\w+: [^,)]+!/.test(text))

it.each(withoutArguments)('$name is answered to the operator, with 50 items per list', async ({ text }) => {
  expect(await asking(server.apiKey).query(client.document(text), {})).toMatchObject({ ok: true })
})

describe('an anonymous visitor is answered in full', () => {
  const wallet = () => walletOf(1).address
  it.each([
    ['DropDocument', () => ({ id: ids.drop })],
    ['DropByShortcodeDocument', () => ({ shortcode: 'gold' })],
    ['ClaimDocument', () => ({ id: ids.claim })],
    ['ClaimsDocument', () => ({ filter: { dropId: ids.drop } })],
    ['TokenDocument', () => ({ id: ids.token })],
    ['ServiceDocument', () => ({})],
    ['CheckEligibilityDocument', () => ({ input: { dropId: ids.drop, walletAddress: wallet() } })],
    ['CheckGatingEligibilityDocument', () => ({ input: { dropId: ids.drop, walletAddress: wallet() } })],
  ] as const)('%s', async (name, variables) => {
    const text = documents.find((one) => one.name === name)?.text ?? ''
    const answer = await asking().query(client.document<Record<string, unknown>, unknown>(text), variables())
    expect(answer).toMatchObject({ ok: true })
    expect(answer.ok && Object.values(answer.value)[0]).toBeTruthy()
  })
})
