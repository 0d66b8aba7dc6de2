import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './pages.ts'
import { typeFaultsOf } from './program-types.ts'

it('finds a program with a type error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-types-'))
  try {
    const file = join(folder, 'planted.mts')
    writeFileSync(file, 'const amount: bigint = 100n\n\nexport const text: string = amount\n')
    expect(typeFaultsOf(ROOT, [file])).toEqual([
      `${file}:3: Type 'bigint' is not assignable to type 'string'.`,
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
