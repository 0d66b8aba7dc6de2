import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pathOfFile } from '../../domain/file.ts'
import { utf8 } from '../../domain/utf8.ts'
import { toBase64 } from '../../testing/doubles/base64.ts'
import { createTestService, granted, type TestService, testWallet } from '../../testing/index.ts'
import type { UpdateGatingInput } from './manage-gating.ts'

const UNKNOWN = 'f'.repeat(32)
const RULE = { key: 'claim_count', operator: '<=', value: '0' }

let service: TestService
let dropId: string

const update = (input: UpdateGatingInput, id = dropId) =>
  service.dropkit.updateGatingConfig(service.owner, id, input)

const listed = (path: string) =>
  update({ rules: [{ key: 'wallet_allowlist', operator: 'in', value: `file:${path}` }] })

const upload = async (text: string) =>
  granted(
    await service.dropkit.uploadFile(service.owner, {
      file: toBase64(utf8(text)),
      filename: 'list.csv',
      contentType: 'text/csv',
    }),
  )

const badList = (message: unknown) => ({
  ok: false,
  error: { kind: 'bad_user_input', field: 'rules[0].value', message },
})

beforeEach(async () => {
  service = await createTestService()
  dropId = (await service.createDrop()).id
})

describe('the rules of a drop', () => {
  test.each(['nothing', `drop_${UNKNOWN}`])('are refused where there is no drop: %s', async (id) => {
    expect(await update({ rules: [] }, id)).toEqual({ ok: false, error: { kind: 'not_found', what: 'Drop' } })
  })

  test('are refused on a drop that is deleted meanwhile', async () => {
    const { store } = service.ports
    const { changeDrop } = store
    vi.spyOn(store, 'changeDrop').mockImplementationOnce(async (...asked) => {
      granted(await service.dropkit.deleteDrop(service.owner, dropId))
      return changeDrop(...asked)
    })
    expect(await update({ rules: [] })).toEqual({ ok: false, error: { kind: 'not_found', what: 'Drop' } })
  })

  test('may be switched off before there are any, and then on', async () => {
    expect(granted(await update({ isActive: false }))).toMatchObject({
      isActive: false,
      rules: [],
      version: 1,
    })
    expect(granted(await update({ rules: [RULE] }))).toMatchObject({ isActive: false, version: 2 })
    expect(granted(await update({ isActive: true }))).toMatchObject({
      isActive: true,
      rules: [RULE],
      version: 3,
    })
  })

  test('are told in the event of their change', async () => {
    const gating = granted(await update({ rules: [RULE] }))
    const [event] = await service.ports.store.events({ types: ['gating.updated'], limit: 5 })
    const rules = [{ ...RULE, description: null }]
    expect(event).toMatchObject({ dropId, data: { gatingConfigId: gating.id, isActive: true, rules } })
  })

  test.each(['nothing', `gating_${UNKNOWN}`])(
    'are not copied from a config that there is not: %s',
    async (id) => {
      const answer = await service.dropkit.updateDrop(service.owner, dropId, { gatingId: id })
      expect(answer).toEqual({ ok: false, error: { kind: 'not_found', what: 'Gating config' } })
    },
  )
})

describe('a list of wallets', () => {
  test('is read once, however often it is named', async () => {
    const path = pathOfFile(await upload('0x1'))
    const read = vi.spyOn(service.ports.files, 'read')
    granted(await listed(path))
    granted(await listed(path))
    expect(read.mock.calls).toHaveLength(1)
    const question = { dropId, walletAddress: testWallet(1) }
    expect(granted(await service.dropkit.checkEligibility(service.owner, question)).eligible).toBe(true)
  })

  test('is refused where there is no such file', async () => {
    const path = `/files/file_${UNKNOWN}`
    expect(await listed(path)).toEqual(badList(`${path} is no file of yours`))
  })

  test('is refused when its content is gone', async () => {
    const file = await upload('0x1')
    vi.spyOn(service.ports.files, 'read').mockResolvedValue(undefined as never)
    expect(await listed(pathOfFile(file))).toEqual(badList(`${file.id} cannot be read`))
  })
})
