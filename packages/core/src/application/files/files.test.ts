import { createTestService, granted, refusalOf, type TestService, toBase64 } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { utf8 } from '../../domain/encodings.ts'
import { MAX_FILE_BYTES, pathOfFile, safeFilename } from '../../domain/file.ts'
import { MINUTE_MS } from '../../domain/instant.ts'
import type { Caller } from '../../domain/user.ts'
import { downloadName, removeContent, uploadFile } from './manage-files.ts'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 251, 255])

let service: TestService
let caller: Caller

const upload = (file: string, more: { filename?: string; contentType?: string; by?: Caller } = {}) => {
  const { filename = 'picture.png', contentType = 'image/png', by = caller } = more
  return service.dropkit.uploadFile(by, { file, filename, contentType })
}

const stored = () => [...service.ports.files.stored.values()]

beforeEach(async () => {
  service = await createTestService()
  caller = await service.callerOf('somebody')
})

describe('an upload', () => {
  test('is read from base64 in every form there is', async () => {
    const padded = toBase64(PNG)
    const urlSafe = padded.replaceAll('+', '-').replaceAll('/', '_')
    const forms = [padded, urlSafe, `data:image/png;base64,${padded}`, `DATA:;BASE64,${padded}`]
    const odd = toBase64(PNG.slice(0, 11))
    for (const form of forms) expect(granted(await upload(form)).sizeBytes).toBe(12)
    for (const form of [odd, odd.replace(/=+$/, '')]) expect(granted(await upload(form)).sizeBytes).toBe(11)
    expect(stored()).toEqual([PNG, PNG.slice(0, 11)])
  })

  test('is refused when it is no base64, and keeps nothing', async () => {
    const longType = `data:${'a'.repeat(600)};base64,abcd`
    const garbages = ['a', 'ab=', 'abc==', '****', 'ab cd', 'data:image/png,abcd', longType, 'YQ==YQ==', 'é']
    for (const garbage of garbages) {
      expect(refusalOf(await upload(garbage))).toBe('bad_user_input')
    }
    expect(stored()).toEqual([])
  })

  test('is displayed in the page only if its content has its declared type', async () => {
    const png = toBase64(PNG)
    expect(granted(await upload(png)).inlineType).toBe('image/png')
    expect(granted(await upload(png, { contentType: 'IMAGE/PNG; q=1' })).inlineType).toBe('image/png')
    expect(granted(await upload(png, { contentType: 'image/jpeg' })).inlineType).toBeNull()
    expect(granted(await upload(png, { contentType: 'image/png ;q=1' })).inlineType).toBe('image/png')
    const html = toBase64(utf8('<script>alert(1)</script>'))
    for (const contentType of ['text/html', 'image/svg+xml', 'image/png']) {
      expect(granted(await upload(html, { contentType })).inlineType).toBeNull()
    }
  })

  test.each([
    ['image/png', 'image/apng', 'image/x-png'],
    ['image/jpeg', 'image/jpg', 'image/pjpeg'],
    ['image/gif'],
    ['image/webp'],
    ['image/avif'],
    ['video/mp4', 'video/x-m4v'],
  ])('is displayed as %s by any name of it in its content and its declared type', async (...names) => {
    for (const detected of names) {
      service.ports.files.mediaTypeOf = async () => detected
      for (const contentType of names) {
        const file = granted(await upload(toBase64(PNG), { contentType }))
        expect(file).toMatchObject({ contentType, inlineType: names[0] })
      }
    }
  })

  test('is only offered as a download if its type must not be displayed', async () => {
    service.ports.files.mediaTypeOf = async () => 'application/pdf'
    const file = granted(await upload(toBase64(PNG), { contentType: 'application/pdf' }))
    expect(file).toMatchObject({ contentType: 'application/pdf', inlineType: null })
    expect(downloadName(file)).toBe('picture.png')
  })

  test('echoes its name and type, and refuses a type that is none', async () => {
    const file = granted(await upload(toBase64(PNG), { filename: '../../etc/passwd' }))
    expect([file.filename, file.contentType]).toEqual(['../../etc/passwd', 'image/png'])
    expect(pathOfFile(file)).toBe(`/files/${file.id}/passwd`)
    expect(safeFilename(file.filename)).toBe('passwd')
    const typed = granted(await upload(toBase64(PNG), { contentType: 'text/plain;\tcharset="utf-8"; x="é"' }))
    expect(typed.contentType).toBe('text/plain;\tcharset="utf-8"; x="é"')
    const wrong = [
      'png',
      '',
      'image/png\r\nX: 1',
      'image/ png',
      'a/b; c\u0000',
      'a/b; \u001b[2J',
      'a/b\n;c=d',
    ]
    for (const contentType of wrong) {
      expect(refusalOf(await upload(toBase64(PNG), { contentType }))).toBe('bad_user_input')
    }
    expect(refusalOf(await upload(toBase64(PNG), { filename: '' }))).toBe('bad_user_input')
  })

  test('may have ten mebibytes and not one byte more', async () => {
    const most = 'A'.repeat((MAX_FILE_BYTES / 3) * 4 - (((MAX_FILE_BYTES / 3) * 4) % 4))
    const exact = `${most.slice(0, Math.floor(MAX_FILE_BYTES / 3) * 4)}AA==`
    expect(granted(await upload(exact)).sizeBytes).toBe(MAX_FILE_BYTES)
    const over = `${exact.slice(0, -4)}AAA=`
    expect(await upload(over)).toMatchObject({
      error: {
        kind: 'payload_too_large',
        field: 'file',
        limitBytes: MAX_FILE_BYTES,
        actualBytes: MAX_FILE_BYTES + 1,
      },
    })
    expect(refusalOf(await upload('A'.repeat(MAX_FILE_BYTES * 2)))).toBe('payload_too_large')
  })

  test('is refused for its length before it is decoded, and for its content after that', async () => {
    const padded = 4 * Math.ceil(MAX_FILE_BYTES / 3)
    let decoded = 0
    let holds = 0
    const files = {
      ...service.ports.files,
      decodeBase64: async () => {
        decoded++
        return new Uint8Array(holds)
      },
    }
    const hashes = { ...service.ports.hashes, sha256: () => new Uint8Array(32) }
    const sizeOf = async (length: number) => {
      const input = { file: 'A'.repeat(length), filename: 'large', contentType: 'text/plain' }
      const answer = await uploadFile({ ...service.ports, files, hashes }, caller, input)
      return answer.ok ? answer.value.sizeBytes : answer.error
    }
    const tooLarge = { kind: 'payload_too_large', field: 'file', limitBytes: MAX_FILE_BYTES }
    const inLines = 4 * Math.ceil((MAX_FILE_BYTES * 78) / 76 / 3)
    holds = MAX_FILE_BYTES
    expect(await sizeOf(padded)).toBe(MAX_FILE_BYTES)
    expect(await sizeOf(inLines)).toBe(MAX_FILE_BYTES)
    holds = MAX_FILE_BYTES + 1
    expect(await sizeOf(padded)).toEqual({ ...tooLarge, actualBytes: MAX_FILE_BYTES + 1 })
    expect(decoded).toBe(3)
    expect(await sizeOf(inLines + 4)).toMatchObject(tooLarge)
    expect(decoded).toBe(3)
  })

  test('may be empty', async () => {
    expect(granted(await upload('', { contentType: 'text/plain' })).sizeBytes).toBe(0)
  })
})

describe('uploads of the same bytes', () => {
  test('are stored once, also if they are uploaded at the same time', async () => {
    const files = await Promise.all(Array.from({ length: 5 }, () => upload(toBase64(PNG))))
    files.push(await upload(toBase64(PNG)))
    await service.runJobs()
    expect(stored()).toEqual([PNG])
    expect(new Set(files.map((file) => granted(file).contentName)).size).toBe(1)
  })

  test('survive the upload and the deletion of another copy', async () => {
    const first = granted(await upload(toBase64(PNG)))
    granted(await upload(toBase64(PNG)))
    expect(granted(await service.dropkit.deleteFile(caller, { url: pathOfFile(first) }))).toBe(true)
    await service.pass(2 * 60 * MINUTE_MS)
    expect(stored()).toEqual([PNG])
  })

  test('get their bytes back if these were lost', async () => {
    const { files } = service.ports
    const first = granted(await upload(toBase64(PNG)))
    await files.remove(first.contentName)
    const second = granted(await upload(toBase64(PNG)))
    expect(second.contentName).toBe(first.contentName)
    expect(stored()).toEqual([PNG])
  })

  test('keep their bytes whenever another one’s are removed', async () => {
    const { files } = service.ports
    const first = granted(await upload(toBase64(PNG)))
    granted(await service.dropkit.deleteFile(caller, { url: pathOfFile(first) }))
    const second = granted(await upload(toBase64(PNG)))
    await files.remove(first.contentName)
    await service.runJobs()
    expect(await files.read(second.contentName)).toBeDefined()
    expect(second.contentHash).toBe(first.contentHash)
  })

  test('survive a simultaneous upload and deletion', async () => {
    for (let delays = 0; delays < 12; delays++) {
      const first = granted(await upload(toBase64(PNG)))
      const deleting = (async () => {
        for (let turn = 0; turn < delays; turn++) await Promise.resolve()
        return service.dropkit.deleteFile(caller, { url: pathOfFile(first) })
      })()
      const second = granted(await upload(toBase64(PNG)))
      granted(await deleting)
      await service.runJobs()
      expect(await service.ports.files.read(second.contentName)).toBeDefined()
      granted(await service.dropkit.deleteFile(caller, { url: pathOfFile(second) }))
      await service.runJobs()
      expect(stored()).toEqual([])
    }
  })
})

describe('an upload that fails after its bytes were written', () => {
  test.each([
    ['before the record is written', false],
    ['and whose record is written late', true],
  ])('leaves no bytes for good, %s', async (_, isLate) => {
    const { store, clock } = service.ports
    const { changeFile } = store
    store.changeFile = async (file, decide) => {
      if (stored().length === 0) return changeFile(file, decide)
      if (!isLate) throw new Error('the process ended')
      clock.advance(31 * MINUTE_MS)
      return changeFile(file, decide)
    }
    await expect(upload(toBase64(PNG))).rejects.toThrow(isLate ? 'not stored in time' : 'the process ended')
    expect(stored()).toEqual([PNG])
    store.changeFile = changeFile
    await service.pass(60 * MINUTE_MS)
    expect(stored()).toEqual([])
  })

  test('leaves no bytes for good that were written after their removal', async () => {
    const { files } = service.ports
    replaceMethod(files, 'put', async (put, name, bytes) => {
      await service.pass(2 * 60 * MINUTE_MS)
      await put(name, bytes)
    })
    await expect(upload(toBase64(PNG))).rejects.toThrow('not stored in time')
    await service.pass(MINUTE_MS)
    expect(stored()).toEqual([])
  })

  test('leaves no shared bytes for good if the other upload is deleted before they are written', async () => {
    const { files, store } = service.ports
    const other = granted(await upload(toBase64(PNG)))
    const { put } = files
    files.put = async (name, bytes) => {
      granted(await service.dropkit.deleteFile(caller, { url: pathOfFile(other) }))
      await service.runJobs()
      await put(name, bytes)
      Object.assign(store, { changeFile: () => Promise.reject(new Error('the process ended')) })
    }
    const { changeFile } = store
    await expect(upload(toBase64(PNG))).rejects.toThrow('the process ended')
    Object.assign(files, { put })
    Object.assign(store, { changeFile })
    expect(stored()).toEqual([PNG])
    await service.pass(60 * MINUTE_MS)
    expect(stored()).toEqual([])
  })

  test('keeps the bytes of other uploads', async () => {
    const other = granted(await upload(toBase64(PNG)))
    const { store } = service.ports
    const { changeFile } = store
    let isRead = false
    store.changeFile = async (file, decide) => {
      if (isRead) throw new Error('the process ended')
      isRead = true
      return changeFile(file, decide)
    }
    await expect(upload(toBase64(PNG))).rejects.toThrow('the process ended')
    store.changeFile = changeFile
    await service.pass(2 * 60 * MINUTE_MS)
    expect(await service.ports.files.read(other.contentName)).toBeDefined()
  })
})

describe('deleting an upload', () => {
  test('deletes that file, and its bytes if no other file has them', async () => {
    const other = await service.callerOf('other')
    const mine = granted(await upload(toBase64(PNG)))
    const theirs = granted(await upload(toBase64(PNG), { by: other }))
    expect(stored()).toHaveLength(1)
    expect(mine.id).not.toBe(theirs.id)
    const url = pathOfFile(mine)
    expect(refusalOf(await service.dropkit.deleteFile(other, { url }))).toBe('not_found')
    granted(await service.dropkit.deleteFile(caller, { url: `https://example.org${url}` }))
    await service.runJobs()
    expect(stored()).toHaveLength(1)
    expect(refusalOf(await service.dropkit.deleteFile(caller, { url }))).toBe('not_found')
    granted(await service.dropkit.deleteFile(other, { url: pathOfFile(theirs) }))
    await service.runJobs()
    expect(stored()).toEqual([])
  })

  test('does not wait for where the bytes are, and tries until they are gone', async () => {
    const { files } = service.ports
    const { contentName, ...file } = granted(await upload(toBase64(PNG)))
    let failures = 3
    replaceMethod(files, 'remove', async (remove, name) => {
      if (failures-- > 0) throw new Error('the bucket is away')
      await remove(name)
    })
    granted(await service.dropkit.deleteFile(caller, { url: pathOfFile(file) }))
    expect(stored()).toEqual([PNG])
    await service.pass(60_000)
    expect(await files.read(contentName)).toBeUndefined()
  })

  test('twice at once is done once', async () => {
    const url = pathOfFile(granted(await upload(toBase64(PNG))))
    const answers = await Promise.all([1, 2].map(() => service.dropkit.deleteFile(caller, { url })))
    expect(answers.map(({ ok }) => ok)).toEqual([true, false])
    expect(answers[1]).toMatchObject({ error: { kind: 'not_found', what: 'File' } })
  })

  test('is over once its bytes are gone, also when they were gone before', async () => {
    expect(await removeContent(service.ports, 'gone')).toEqual({ kind: 'done' })
  })

  test('reports a missing file', async () => {
    for (const url of ['', 'https://example.org/picture.png', `/files/file_${'0'.repeat(32)}/a.png`]) {
      expect(await service.dropkit.deleteFile(caller, { url })).toMatchObject({
        error: { kind: 'not_found', what: 'File' },
      })
    }
  })
})

describe('an upload that is not an image', () => {
  test('is refused as the picture of a drop, of a token and of a profile', async () => {
    const text = granted(
      await upload(toBase64(utf8('a list')), { contentType: 'text/plain', filename: 'list' }),
    )
    const image = granted(await upload(toBase64(PNG)))
    const urlOf = (file: typeof text) => `https://drops.example${pathOfFile(file)}`
    const coin = { name: 'Gold', symbol: 'GOLD', supply: '1000' }
    const token = granted(await service.dropkit.createToken(caller, { ...coin, imageUrl: urlOf(image) }))
    const terms = {
      title: 'Gold',
      claimType: 'REGULAR',
      type: 'TOKEN',
      maxAmount: '10',
      tokenAmount: '1',
      existingTokenId: token.id,
    } as const
    const drop = granted(await service.dropkit.createDrop(caller, { ...terms, imageUrl: urlOf(image) }))
    const avatar = urlOf(text)
    for (const refused of [
      await service.dropkit.createToken(caller, { ...coin, imageUrl: urlOf(text) }),
      await service.dropkit.createDrop(caller, { ...terms, imageUrl: urlOf(text) }),
      await service.dropkit.updateDrop(caller, drop.id, { imageUrl: urlOf(text) }),
      await service.dropkit.updateProfile(caller, { avatar }),
    ])
      expect(refused).toMatchObject({
        ok: false,
        error: {
          kind: 'bad_user_input',
          message: expect.stringMatching(/^(?:imageUrl|avatar) must be a PNG.* list is not$/),
        },
      })
  })
})
