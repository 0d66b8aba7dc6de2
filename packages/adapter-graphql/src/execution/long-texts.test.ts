import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Party } from '../limits/at-once.ts'
import { createExecutableSchema } from '../schema/executable-schema.ts'
import { createSubscriptionDocuments } from '../websocket/read-document.ts'
import { registerEngine } from './engine.ts'
import { inTurn, NEW_TEXT_BYTES_AT_ONCE } from './long-texts.ts'

const party =
  (key: string): (() => Party) =>
  () => [{ key, of: 'this user', times: 1 }]

const LONG = ' '.repeat(3_000)

test('a short text is read at once', () => {
  expect(inTurn(party('a'), 'x', () => 'read')).toBe('read')
})

test('a text waits for at most one text of each other party', async () => {
  const ended: string[] = []
  const read = (key: string, count: number) =>
    Array.from({ length: count }, () => inTurn(party(key), LONG, () => ended.push(key)))
  await Promise.all([...read('a', 20), ...read('b', 20), ...read('other', 1)])
  expect(ended.slice(0, 4).toSorted()).toEqual(['a', 'a', 'b', 'other'])
  expect(ended).toHaveLength(41)
})

test('the next text is read when the one before has been read, or has failed', async () => {
  let reading = 0
  const read = async (fails: boolean) => {
    expect(++reading).toBe(1)
    await new Promise(setImmediate)
    reading--
    if (fails) throw new Error('not valid')
  }
  const reads = [true, false, true, false].map((fails) => inTurn(party('a'), LONG, () => read(fails)))
  const settled = await Promise.allSettled(reads)
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
})

test('of the waiting texts of a party, too many are refused, and those of others are read', async () => {
  const text = ' '.repeat(NEW_TEXT_BYTES_AT_ONCE / 4)
  const read = (key: string) => inTurn(party(key), text, () => 'read')
  const waiting = Array.from({ length: 4 }, () => read('a'))
  await expect(read('a')).rejects.toMatchObject({
    extensions: {
      code: 'RATE_LIMITED',
      retryable: true,
      details: { limit: 'newTextBytesAtOnce', value: NEW_TEXT_BYTES_AT_ONCE },
    },
  })
  expect(await read('b')).toBe('read')
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 4 }, () => 'read'))
  expect(await read('a')).toBe('read')
})

test('a text that several requests send at the same time is read once', async () => {
  const schema = createExecutableSchema()
  const engine = await registerEngine(Fastify(), schema)
  const documents = createSubscriptionDocuments(schema)
  const [one, other] = await Promise.all(
    ['a', 'b'].map((key) => engine.prepare(`{ __typename ${LONG} }`, undefined, party(key))),
  )
  expect(one).toBe(other)
  const [first, second] = await Promise.all(
    ['a', 'b'].map((key) =>
      documents.read(`subscription { eventStream { id } ${LONG} }`, undefined, party(key)),
    ),
  )
  expect(first).toMatchObject({ kind: 'Document' })
  expect(first).toBe(second)
})
