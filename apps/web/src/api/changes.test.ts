// A change that a button makes: it has one effect, however often it is clicked or sent.
import { setImmediate as turn } from 'node:timers/promises'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderHook } from '../../../../test/support/render-hook.ts'
import { stubPage } from '../../../../test/support/stub-page.ts'

type Answer = object | 'lost'

let useChange: typeof import('./changes.ts').useChange
beforeEach(async () => {
  stubPage()
  useChange = (await import('./changes.ts')).useChange
})

/** Runs `useChange` on a server that answers when the test says so. */
async function change(onDone?: () => void) {
  const keys: string[] = []
  const waiting: ((answer: Answer) => void)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key') ?? '')
    const answer = await new Promise<Answer>((resolve) => void waiting.push(resolve))
    if (answer === 'lost') throw new TypeError('the connection broke')
    return Response.json(answer)
  })
  const reads = new QueryClient()
  const readAgain = vi.spyOn(reads, 'invalidateQueries')
  const hook = renderHook(
    () => useChange<object, { readonly id: string }>('mutation', onDone ? { onDone } : {}),
    null,
    (children) => createElement(QueryClientProvider, { client: reads, children }),
  )
  await expect.poll(() => hook.current()).toBeDefined()
  return {
    hook,
    keys,
    readAgain,
    /** Sends the change and answers it. Returns its key. */
    async send(answer: Answer, id = 'one') {
      const done = hook.current()?.mutateAsync({ id })
      await expect.poll(() => waiting.length).toBe(1)
      waiting.shift()?.(answer)
      await done?.catch(() => {})
      await turn()
      return keys.at(-1)
    },
    async answer(answer: Answer) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      waiting.shift()?.(answer)
    },
  }
}

const DONE = { data: { isDone: true } }
const refused = (code: string, retryable = false) => ({
  errors: [{ message: code, extensions: { code, retryable } }],
})

it('is sent once by a double click, whose callbacks are called once', async () => {
  const { hook, keys, answer } = await change()
  const called: string[] = []
  for (const click of ['first', 'second'])
    hook.current()?.mutate({ id: 'one' }, { onSuccess: () => void called.push(click) })
  await answer(DONE)
  await expect.poll(() => called).toEqual(['first'])
  expect(keys).toHaveLength(1)
})

it('is made at the same time as a change of another object', async () => {
  const { hook, keys } = await change()
  for (const id of ['one', 'two']) hook.current()?.mutate({ id })
  await expect.poll(() => keys.length).toBe(2)
})

it('calls back after its component is gone', async () => {
  const { hook, answer } = await change()
  const called: string[] = []
  hook.current()?.mutate({ id: 'one' }, { onError: () => void called.push('error') })
  hook.unmount()
  await answer(refused('FORBIDDEN'))
  await expect.poll(() => called).toEqual(['error'])
})

it.each([
  ['its answer was lost', 'lost', true],
  ['the server was busy', refused('OVERLOADED', true), true],
  ['it was made', DONE, false],
  ['it was refused', refused('BAD_USER_INPUT'), false],
] as const)(
  'sent again after %s, has the key of the first attempt only if that may have had an effect',
  async (_, answer, isSame) => {
    const { send } = await change()
    const first = await send(answer)
    expect((await send(DONE)) === first).toBe(isSame)
  },
)

it('has a key of its own if it is another change', async () => {
  const { send } = await change()
  const first = await send('lost')
  expect(await send(DONE, 'two')).not.toBe(first)
})

it.each([
  ['it was made', DONE, 1],
  ['a conflict', refused('CONFLICT'), 1],
  ['another refusal', refused('FORBIDDEN'), 0],
] as const)('reads the page again after %s', async (_, answer, times) => {
  const onDone = vi.fn()
  const { send, readAgain } = await change(onDone)
  await send(answer)
  expect(readAgain).toHaveBeenCalledTimes(times)
  expect(onDone).toHaveBeenCalledTimes(answer === DONE ? 1 : 0)
})
