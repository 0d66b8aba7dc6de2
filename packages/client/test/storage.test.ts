import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserStorage, type ClientStorage, memoryStorage } from '@dropkit/client'
import { fileStorage } from '@dropkit/client/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'

describe.each<[string, () => ClientStorage]>([
  ['in memory', memoryStorage],
  ['of a browser that denies its database', () => browserStorage()],
  ['in a folder', () => fileStorage(join(temporaryFolder(), 'new'))],
])('a storage %s', (_, open) => {
  it('keeps the first value of a name until it is set or deleted', async () => {
    const storage = open()
    expect(await storage.get('one')).toBeUndefined()
    expect(await storage.putIfAbsent('one', 'first')).toBe('first')
    expect(await storage.putIfAbsent('one', 'second')).toBe('first')
    await storage.set('one', 'third')
    await storage.set('two', '')
    expect([await storage.get('one'), await storage.get('two')]).toEqual(['third', ''])
    await storage.delete('one')
    expect([await storage.get('one'), await storage.get('two')]).toEqual([undefined, ''])
    expect(await storage.putIfAbsent('one', 'fourth')).toBe('fourth')
    await storage.delete('none')
  })
})

describe('a storage in a folder', () => {
  it('keeps its values for the next process, and from other users', async () => {
    const folder = join(temporaryFolder(), 'new')
    await fileStorage(folder).putIfAbsent('../one', 'first')
    await fileStorage(folder).set('two', 'second')
    expect(await fileStorage(folder).get('../one')).toBe('first')
    const names = readdirSync(folder)
    expect(names).toHaveLength(2)
    const modeOf = (path: string) => statSync(path).mode & 0o777
    expect([modeOf(folder), ...names.map((name) => modeOf(join(folder, name)))]).toEqual([
      0o700, 0o600, 0o600,
    ])
  })

  it('fails if its folder cannot be used, and does not take that for a missing value', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    const storage = fileStorage(file)
    await expect(storage.get('one')).rejects.toMatchObject({ code: 'ENOTDIR' })
    await expect(storage.putIfAbsent('one', 'first')).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(storage.set('one', 'first')).rejects.toMatchObject({ code: 'EEXIST' })
  })
})

describe('exclusive work', () => {
  it('waits for work of the same name in all tabs, not for other names or databases', async () => {
    const done: string[] = []
    const first = Promise.withResolvers<void>()
    const [one, other] = [browserStorage('shop'), browserStorage('shop')]
    const works = [
      one.exclusively?.('pay', async () => {
        await first.promise
        done.push('first')
      }),
      other.exclusively?.('pay', async () => void done.push('second')),
    ]
    await other.exclusively?.('claim', async () => void done.push('other name'))
    await browserStorage('garden').exclusively?.('pay', async () => void done.push('other database'))
    expect(done).toEqual(['other name', 'other database'])
    first.resolve()
    await Promise.all(works)
    expect(done.slice(2)).toEqual(['first', 'second'])
  })

  it('resolves with its result', async () => {
    expect(await browserStorage().exclusively?.('pay', async () => 'done')).toBe('done')
  })

  it('runs once and rejects if it fails', async () => {
    let runs = 0
    const failing = browserStorage().exclusively?.('pay', async () => {
      runs += 1
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(runs).toBe(1)
  })
})
