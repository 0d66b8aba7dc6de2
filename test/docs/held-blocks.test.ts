// Checks the blocks on the pages that are not run, by the rule for their language.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { HOLDS, typeErrorsOf } from './held-blocks.ts'
import { type Block, findPages, ROOT } from './pages.ts'

const errorsOf = (block: Block): readonly string[] => {
  try {
    return HOLDS[block.language]?.(block) ?? []
  } catch (error) {
    return [String(error)]
  }
}

const pages = findPages().filter(({ blocks }) => blocks.some(({ language }) => language in HOLDS))

it.each(pages)('$path shows nothing that is not so', ({ path, blocks }) => {
  const errors = blocks.flatMap((block) => errorsOf(block).map((error) => `${path}:${block.line}: ${error}`))
  expect(errors).toEqual([])
})

it('finds a program with a type error', () => {
  const file = join(temporaryFolder(), 'planted.mts')
  writeFileSync(file, 'const amount: bigint = 100n\n\nexport const text: string = amount\n')
  expect(typeErrorsOf(ROOT, [file])).toEqual([`${file}:3: Type 'bigint' is not assignable to type 'string'.`])
})
