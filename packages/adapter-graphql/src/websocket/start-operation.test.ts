import { err } from '@dropkit/core'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import type { Services } from '../context.ts'
import { createLargeAnswers } from '../limits/large-answers.ts'
import type { OpenSocket } from './open-socket.ts'
import { createStartOperation } from './start-operation.ts'

const schema = buildSchema('type Query { n: Int } type Subscription { n: Int }')
const engine = {
  prepare() {
    throw new Error('no query is run here')
  },
}

const socketNamed = (requestId: string) =>
  ({
    requestId,
    address: '127.0.0.1',
    admitted: {
      secret: 's',
      authenticated: { caller: { user: { id: 'user' }, credential: { kind: 'api_key' } } },
    },
    close() {},
  }) as never

/** Starts operations whose credential has ended. */
function starting(rateLimits?: Services['rateLimits']) {
  let textsRead = 0
  const services = {
    dropkit: { authenticate: async () => err({ kind: 'unauthenticated' }) },
    log: { error() {}, warn() {}, info() {}, debug() {} },
    rateLimits,
  } as unknown as Services
  const execution = { schema, engine, largeAnswers: createLargeAnswers() }
  const start = createStartOperation(services, execution, { maySend: async () => true })
  const ask = (socket: OpenSocket, text: string, hasEnded = () => false) =>
    start(
      socket,
      {
        isReadOnly: false,
        query: text,
        variables: undefined,
        /** Needed only to read the text. */
        get operationName() {
          textsRead++
          return undefined
        },
      },
      hasEnded,
    )
  return { ask, textsRead: () => textsRead }
}

test.each([
  ['short', 'subscription { n }'],
  ['long', `subscription { n }${' '.repeat(10_000)}`],
  ['invalid', '{{'],
])('new %s texts of other sockets delay a socket by one start each', async (_size, text) => {
  let texts = 0
  const { ask } = starting()
  const ended: string[] = []
  const asked = (name: string, count: number) => {
    const socket = socketNamed(name)
    return Array.from({ length: count }, () => ask(socket, `${text}#${texts++}`).then(() => ended.push(name)))
  }
  await Promise.all([...asked('a', 20), ...asked('b', 20), ...asked('other', 1)])
  expect(ended.slice(0, 3).toSorted()).toEqual(['a', 'b', 'other'])
  expect(ended).toHaveLength(41)
})

test('the text of an operation beyond the rate limit is not read', async () => {
  const refusal = { message: 'Slow down', limit: 'requestsPerMinute', value: 1, asked: 1, retryAfterMs: 15 }
  const { ask, textsRead } = starting({
    takeTokens: async () => ({ refusal, headers: {} }),
    countBadCredential: async () => null,
    countWebhookSend: async () => null,
  })
  const started = await ask(socketNamed('a'), 'subscription { n }')
  expect(started).toMatchObject({ kind: 'refused', errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
  expect(textsRead()).toBe(0)
})

test('an operation that its client ended while it waited is neither counted nor read', async () => {
  let taken = 0
  const { ask, textsRead } = starting({
    async takeTokens() {
      taken++
      return { refusal: null, headers: {} }
    },
    countBadCredential: async () => null,
    countWebhookSend: async () => null,
  })
  const socket = socketNamed('a')
  const [first, second] = await Promise.all([
    ask(socket, 'subscription { n }'),
    ask(socket, 'subscription { m: n }', () => true),
  ])
  expect([first.kind, second.kind]).toEqual(['refused', 'ended'])
  expect([taken, textsRead()]).toEqual([1, 1])
})
