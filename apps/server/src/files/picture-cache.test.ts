import { describe, expect, it } from 'vitest'
import { createPictureCache } from './picture-cache.ts'

const bytesOf = ({ length }: Buffer) => length
const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('kept pictures', () => {
  it('are made once each, one at a time, and a bounded number waits', async () => {
    const cache = createPictureCache({ mostWaiting: 3, mostBytes: 1_000, bytesOf })
    let making = 0
    const made: string[] = []
    const read = (key: string) =>
      cache.read(key, async () => {
        expect(++making).toBe(1)
        await soon()
        making--
        made.push(key)
        return Buffer.from(key)
      })
    const begun = ['a', 'b', 'c', 'd', 'a'].map(read)
    expect(begun.map((one) => one === undefined)).toEqual([false, false, false, true, false])
    expect((await Promise.all(begun)).map(String)).toEqual(['a', 'b', 'c', 'undefined', 'a'])
    expect(made).toEqual(['a', 'b', 'c'])
    expect(String(await read('d'))).toBe('d')
  })

  it('are forgotten once they are too large together, the longest unused first', async () => {
    const cache = createPictureCache({ mostWaiting: 3, mostBytes: 25, bytesOf })
    const made: string[] = []
    const read = async (key: string) => {
      await cache.read(key, async () => {
        made.push(key)
        return Buffer.alloc(10)
      })
      await soon()
    }
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await read(key)
    expect(made).toEqual(['a', 'b', 'c', 'b'])
  })

  it('that failed are made again', async () => {
    const cache = createPictureCache({ mostWaiting: 3, mostBytes: 25, bytesOf })
    let tries = 0
    const read = () =>
      cache.read('a', async () => {
        if (++tries === 1) throw new Error('no memory')
        return Buffer.from('ok')
      })
    await expect(read()).rejects.toThrow('no memory')
    expect(String(await read())).toBe('ok')
  })
})
