import { createRequire } from 'node:module'
import { type ExecutionResult, GraphQLError, parse } from 'graphql'
import { describe, expect, it, test } from 'vitest'
import type { Context } from '../context.ts'
import { createLargeAnswers } from '../limits/large-answers.ts'
import type { OpenSocket } from './open-socket.ts'
import { createSharedResults, sendUpdates, textFrame, updateStream } from './send-updates.ts'
import { limitRunning } from './start-operation.ts'

const document = parse('{ __typename }')
const query = { document, details: '[]' }
const contextOf = (requestId: string) => ({ services: {}, caller: {}, loaders: {}, requestId }) as Context

/** Counts executions. `work` receives the context of each. */
const counting = (work: (context: Context) => ExecutionResult) => {
  const shared = createSharedResults()
  let runs = 0
  const ask = (update: object, who = 'a request', asked = query) =>
    shared.of(
      update,
      asked,
      () => contextOf(who),
      async (context) => {
        runs++
        return work(context)
      },
    )
  return { ask, runs: () => runs }
}

describe('results of one update', () => {
  const update = {}

  it('are built once for all subscribers with the same request, also simultaneous ones', async () => {
    const { ask, runs } = counting(() => ({ data: { title: 'Snow' } }))
    const results = await Promise.all([ask(update), ask(update), ask(update)])
    results.push(await ask(update))
    expect(runs()).toBe(1)
    expect(new Set(results).size).toBe(1)
  })

  it.each(['caller', 'loaders', 'requestId'] as const)(
    'are built for each subscriber if they depend on the %s',
    async (part) => {
      const { ask, runs } = counting((context) => ({ data: { seen: context[part] !== undefined } }))
      await ask(update, 'first')
      await ask(update, 'second')
      expect(runs()).toBe(2)
    },
  )

  it('are built again for another update, document, operation or variables', async () => {
    const { ask, runs } = counting(() => ({ data: {} }))
    await ask(update)
    await ask({})
    await ask(update, 'a request', { ...query, details: '["other"]' })
    await ask(update, 'a request', { ...query, document: parse('{ __typename }') })
    expect(runs()).toBe(4)
  })

  it('with errors are for one alone', async () => {
    const { ask, runs } = counting(() => ({ data: null, errors: [new GraphQLError('no')] }))
    await ask(update)
    await ask(update)
    expect(runs()).toBe(2)
  })

  it('that cannot be made for one are tried for the next', async () => {
    let isBroken = true
    const { ask } = counting(() => {
      if (isBroken) throw new Error('broken')
      return { data: {} }
    })
    await expect(ask(update)).rejects.toThrow('broken')
    isBroken = false
    await expect(ask(update)).resolves.toEqual({ data: {} })
  })
})

const require = createRequire(import.meta.url)
// The frame that ws itself would send.
const { Sender } = require('ws') as {
  Sender: { frame(data: Buffer, options: object): readonly Buffer[] }
}

it.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])(
  'a text of %i bytes is framed as ws frames it',
  (size) => {
    const text = Buffer.alloc(size, 'é€x')
    const cut = Math.floor(size / 3)
    const own = textFrame([text.subarray(0, cut), text.subarray(cut)])
    const options = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true }
    expect(Buffer.compare(own, Buffer.concat(Sender.frame(text, options)))).toBe(0)
  },
)

test('at most two tasks of a key run at once, in order, also after one fails; other keys do not wait', async () => {
  const limited = limitRunning(2)
  const [one, other] = [{}, {}]
  let running = 0
  let most = 0
  const begun: number[] = []
  const task = (n: number) => async () => {
    begun.push(n)
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running--
    if (n === 1) throw new Error('failed')
    return n
  }
  const answers = [0, 1, 2, 3, 4].map((n) => limited(one, task(n)).catch(() => 'failed'))
  expect(await limited(other, async () => 'at once')).toBe('at once')
  expect(await Promise.all(answers)).toEqual([0, 'failed', 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
})

test('large messages that the sockets of a user do not read are limited together, and those of others are sent', async () => {
  const payload = new Uint8Array(3 * 1024 * 1024)
  const largeAnswers = createLargeAnswers()
  const sent: string[] = []
  const reading: (() => void)[] = []
  /** A socket of a user whose client reads nothing until `reading` is called. */
  function subscribe(user: string): void {
    const socket = {
      address: '192.0.2.1',
      admitted: {
        authenticated: { caller: { user: { id: user }, credential: { kind: 'api_key', id: user } } },
      },
      hasGone: () => false,
      onGone: () => () => {},
      sendFrame() {
        sent.push(user)
        return new Promise<void>((resolve) => reading.push(resolve))
      },
    } as unknown as OpenSocket
    async function* source() {
      yield 1
    }
    const updates = updateStream(source(), async () => payload)
    void sendUpdates(socket, '1', updates, largeAnswers).next()
  }
  const turns = async () => {
    for (let n = 0; n < 5; n++) await new Promise(setImmediate)
  }

  for (let n = 0; n < 20; n++) subscribe('ann')
  await turns()
  expect(sent).toHaveLength(10)
  subscribe('ben')
  await turns()
  expect(sent).toHaveLength(11)
  reading[0]?.()
  reading[1]?.()
  await turns()
  expect(sent).toHaveLength(13)
})
