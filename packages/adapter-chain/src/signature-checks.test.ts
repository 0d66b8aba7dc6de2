import { expect, test } from 'vitest'
import { createSignatureChecks } from './signature-checks.ts'

/** A thread that finds only the first signature valid, and that one named `fatal` ends. */
const thread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let count = 0
    parentPort.on('message', ({ signature }) => {
      if (signature === 'fatal') process.exit(3)
      parentPort.postMessage(count++ === 0)
    })`)}`,
)
const checkOf = (signature: string) =>
  ({ signed: 'message', bytes: new Uint8Array(), signature, address: '0x1' }) as const

test('the thread ends when it is idle, and starts again', async () => {
  const check = createSignatureChecks(100, thread)
  const asked = () => check('user', checkOf('some'))
  expect(await Promise.all([asked(), asked()])).toEqual([true, false])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await asked()).toBe(true)
})

test('if the thread dies, only the signature that it verified fails', async () => {
  const check = createSignatureChecks(100, thread)
  const fatal = check('other', checkOf('fatal'))
  const next = check('user', checkOf('some'))
  await expect(fatal).rejects.toThrow('the thread that verifies signatures ended with 3')
  expect(await next).toBe(true)
})
