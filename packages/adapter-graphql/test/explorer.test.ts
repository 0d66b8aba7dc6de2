import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openApi } from './api.ts'

const api = await openApi()
afterAll(() => api.app.close())

const open = (url: string) => api.app.inject({ url, headers: { accept: 'text/html' } })

test('the explorer opens in a browser without a credential', async () => {
  const response = await open('/graphql?explorerIsOpen=true')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.body).toContain('<title>Dropkit explorer</title>')
})

test('loads nothing from other hosts, and nothing else may run in it', async () => {
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

test('it opens for a browser that asks nothing of the API, and by its name for every client', async () => {
  for (const url of ['/graphql', '/graphql?explorerIsOpen=false', '/graphql?explorerIsOpen=true'])
    expect((await open(url)).body).toContain('<title>Dropkit explorer</title>')
  const named = await api.app.inject({ url: '/graphql?explorerIsOpen=true' })
  expect(named.body).toContain('<title>Dropkit explorer</title>')
})

test('nothing else opens without a credential', async () => {
  expect((await open('/graphql?explorerIsOpen=true&query={me{id}}')).statusCode).toBe(401)
  for (const url of ['/graphql', '/graphql?explorerIsOpen=true&explorerIsOpen=true'])
    expect((await api.app.inject({ url })).statusCode).toBe(401)
  const posted = await api.app.inject({ method: 'POST', url: '/graphql', headers: { accept: 'text/html' } })
  expect(posted.statusCode).toBe(401)
})

test('another page can replace it', async () => {
  let isBuilt = true
  const other = await openApi(undefined, {
    async explorer(_request, reply) {
      if (isBuilt) reply.type('text/html').send('another')
      return { isSent: isBuilt }
    },
  })
  const shown = async () => (await other.app.inject({ url: '/graphql?explorerIsOpen=true' })).body
  expect(await shown()).toBe('another')
  isBuilt = false
  expect(await shown()).toContain('<title>Dropkit explorer</title>')
  await other.app.close()
})
