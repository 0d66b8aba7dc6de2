import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { answerBusy } from './answer-busy.ts'

const app = () => {
  const made = Fastify()
  let isBusy = true
  made.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    done()
  })
  made.addHook('onRequest', (request, reply, done) => {
    if (isBusy) answerBusy(request, reply, 1_250)
    else done()
    isBusy = !isBusy
  })
  made.post('/', async () => ({ data: 'served' }))
  opened.push(made)
  return made
}

const opened: ReturnType<typeof Fastify>[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

it('says in the words of the API that nothing was begun, and when to come back', async () => {
  const answer = await app().inject({ method: 'POST', url: '/', payload: { query: '{ a }' } })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'OVERLOADED', retryable: true, retryAfterMs: 1_250 } }],
  })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '2',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'x-request-id': answer.json().errors[0].extensions.requestId,
  })
})

it('says so in the media type that was asked for', async () => {
  const headers = { accept: 'application/graphql-response+json' }
  const answer = await app().inject({ method: 'POST', url: '/', headers, payload: { query: '{ a }' } })
  expect(answer.headers['content-type']).toBe('application/graphql-response+json; charset=utf-8')
})

it('leaves the connection to the next request, whose answer comes after', async () => {
  const server = app()
  await server.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  const request =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
  let heard = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text
  })
  socket.write(request + request)
  while (!heard.includes('served')) await once(socket, 'data')
  expect(heard.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200'])
  socket.destroy()
})
