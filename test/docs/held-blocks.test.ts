// Checks the blocks on the pages that are not run, by the rule for their language.
import { expect, it } from 'vitest'
import { HOLDS } from './held-blocks.ts'
import { type Block, findPages } from './pages.ts'

const faultsOf = (block: Block): readonly string[] => {
  try {
    return HOLDS[block.language]?.(block) ?? []
  } catch (fault) {
    return [String(fault)]
  }
}

const pages = findPages().filter(({ blocks }) => blocks.some(({ language }) => language in HOLDS))

it.each(pages)('$path shows nothing that is not so', ({ path, blocks }) => {
  const faults = blocks.flatMap((block) => faultsOf(block).map((fault) => `${path}:${block.line}: ${fault}`))
  expect(faults).toEqual([])
})
