import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.app.close())

const open = (url: string) => api.app.inject({ url, headers: { accept: 'text/html' } })

test('the explorer opens in a browser without a credential', async () => {
  const response = await open('/graphql?explorerIsOpen=true')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.body).toContain('<title>Dropkit explorer</title>')
})

test('it asks nobody else for anything, and nothing else may run in it', async () => {
  const { body, headers } = await open('/graphql?explorerIsOpen=true')
  expect(body).not.toMatch(/(?:src|href)=|https?:|@import|url\(/)
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  for (const [tag, directive] of [
    ['script', 'script-src'],
    ['style', 'style-src'],
  ] as const) {
    const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(text).digest('base64')
    expect(policy).toContain(`${directive} 'sha256-${hash}'`)
  }
})

test('its name opens nothing else', async () => {
  for (const url of [
    '/graphql',
    '/graphql?explorerIsOpen=false',
    '/graphql?explorerIsOpen=true&query={me{id}}',
    '/graphql?explorerIsOpen=true&explorerIsOpen=true',
  ]) {
    expect((await open(url)).statusCode).toBe(401)
  }
})
