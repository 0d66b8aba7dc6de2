import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { readPage } from './pages.ts'
import { missingAnswer, type Place, runPage } from './session.ts'

const LIMIT_MS = 10_000
const FENCE = '```'

let folder: string
beforeAll(() => {
  folder = temporaryFolder()
})

/** A page with these blocks, each with its language. */
const pageOf = (...blocks: readonly (readonly [language: string, text: string])[]) => {
  const text = blocks
    .map(([language, body]) => `Words.\n\n${FENCE}${language}\n${body}\n${FENCE}\n`)
    .join('\n')
  return readPage('planted.md', text)
}

const place = (exchange: Place['exchange'] = []): Place => {
  const { PATH = '' } = process.env
  return { folder, env: { PATH }, exchange, done: new Set() }
}

it('runs the blocks of a page in one shell, in their order', async () => {
  const page = pageOf(['sh', 'COLOUR=green'], ['sh', 'echo "$COLOUR"'])
  expect(await runPage(page, place(), LIMIT_MS)).toBe('green\n')
})

it('names the block in which a command fails, and goes no further', async () => {
  const page = pageOf(['sh', 'echo one'], ['sh', 'false | cat'], ['sh', 'echo three'])
  const ended = await runPage(page, place(), LIMIT_MS).catch((error: unknown) => String(error))
  expect(ended).toContain('one')
  expect(ended).toContain('in the block at planted.md:9')
  expect(ended).not.toContain('three')
})

it('ends the processes that a page has left running', async () => {
  const startedAt = performance.now()
  expect(await runPage(pageOf(['sh', 'sleep 60 & echo left']), place(), LIMIT_MS)).toBe('left\n')
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS)
})

it('replaces only values that a test cannot use', async () => {
  const page = pageOf(['sh', 'echo https://elsewhere.example/path'])
  expect(await runPage(page, place([['https://elsewhere.example', 'here']]), LIMIT_MS)).toBe('here/path\n')
})

it('reports an answer on a page that was not given, or not in that order', () => {
  const page = pageOf(['sh', 'ask'], ['text output', '{"id":"…","status":"DONE"}'], ['text output', 'bye'])
  expect(missingAnswer(page, '{"id":"drop_1","status":"DONE"}\nbye\n')).toBeUndefined()
  expect(missingAnswer(page, '{"id":"drop_1","status":"OPEN"}\nbye\n')).toContain('planted.md:9')
  expect(missingAnswer(page, 'bye\n{"id":"drop_1","status":"DONE"}\n')).toContain('planted.md:15')
})

it('takes a picture for no answer', () => {
  expect(missingAnswer(pageOf(['text', 'a → b']), '')).toBeUndefined()
})
