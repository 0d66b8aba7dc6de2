import { createTestService, granted, type TestService, testWallet, toBase64 } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { utf8 } from '../../domain/encodings.ts'
import { pathOfFile } from '../../domain/file.ts'
import type { DropId } from '../../domain/ids.ts'
import { type UpdateGatingInput, updateGatingConfig } from './manage-gating.ts'

const UNKNOWN = 'f'.repeat(32)
const RULE = { key: 'claim_count', operator: '<=', value: '0' }

let service: TestService
let dropId: DropId

const update = (input: UpdateGatingInput, id: string = dropId) =>
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

const badList = (reason: string, message: unknown) => ({
  ok: false,
  error: { kind: 'bad_user_input', reason, field: 'rules[0].value', message },
})

beforeEach(async () => {
  service = await createTestService()
  dropId = (await service.createDrop()).id
})

describe('the rules of a drop', () => {
  test.each(['nothing', `drop_${UNKNOWN}`])('are refused for an unknown drop: %s', async (id) => {
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

  test('are logged without long values, because the log keeps them forever', async () => {
    const value = Array.from({ length: 900 }, (_, n) => testWallet(n + 1)).join(',')
    granted(await update({ rules: [{ key: 'wallet_allowlist', operator: 'in', value }] }))
    const [event] = await service.ports.store.events({ types: ['gating.updated'], limit: 1 })
    expect(JSON.stringify(event?.data).length).toBeLessThan(1_000)
    expect(JSON.stringify(event?.data)).toContain(`… (${value.length} characters)`)
  })

  test('are included in the event of their change', async () => {
    const gating = granted(await update({ rules: [RULE] }))
    const [event] = await service.ports.store.events({ types: ['gating.updated'], limit: 5 })
    const rules = [{ ...RULE, description: null }]
    expect(event).toMatchObject({ dropId, data: { gatingConfigId: gating.id, isActive: true, rules } })
  })

  test('are told in the same event when updateDrop copies them, but not when it removes them', async () => {
    const eventsOf = async (gatingId: string | null) => {
      const [newest] = await service.ports.store.events({ dropId, limit: 1 })
      const drop = granted(await service.dropkit.updateDrop(service.owner, dropId, { gatingId }))
      const events = await service.ports.store.events({ dropId, since: newest?.position, limit: 9 })
      return { gating: drop.gating, events: events.map(({ type, data }) => ({ type, data })) }
    }
    const { gating, events } = await eventsOf('newcomer')
    const { id, rules } = gating ?? {}
    expect(events).toMatchObject([
      { type: 'drop.updated', data: { changed: ['gatingId'] } },
      { type: 'gating.updated', data: { dropId, gatingConfigId: id, isActive: true, rules } },
    ])
    expect((await eventsOf(null)).events).toMatchObject([
      { type: 'drop.updated', data: { changed: ['gatingId'] } },
    ])
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
    const query = { dropId, walletAddress: testWallet(1) }
    expect(granted(await service.dropkit.checkEligibility(service.owner, query)).eligible).toBe(true)
  })

  test('is refused if the file does not exist', async () => {
    const path = `/files/file_${UNKNOWN}`
    expect(await listed(path)).toEqual(badList('NO_FILE', `${path} is not one of your files`))
  })

  test('is refused when its content is gone', async () => {
    const file = await upload('0x1')
    vi.spyOn(service.ports.files, 'read').mockResolvedValue(undefined as never)
    expect(await listed(pathOfFile(file))).toEqual(badList('UNREADABLE_FILE', `${file.id} cannot be read`))
  })
})

describe('a list of wallets that is written into a rule', () => {
  const inline = (count: number, width = 64) =>
    Array.from({ length: count }, (_, n) => `0x${(n + 1).toString(16).padStart(width, '0')}`).join(',')
  const allow = (value: string) => ({ rules: [{ key: 'walletAllowlist', operator: 'in', value }] })
  const isEligible = async (n: number) => {
    const input = { dropId, walletAddress: testWallet(n) }
    return granted(await service.dropkit.checkGatingEligibility(service.owner, input)).eligible
  }

  test('stays in the rule up to 1,000 addresses', async () => {
    const value = inline(1_000, 4)
    expect(granted(await update(allow(value))).rules[0]?.value).toBe(value)
  })

  test.each([
    ['more than 1,000 addresses', inline(1_001, 4), 1_001],
    ['more characters than a value may have', inline(980), 980],
    ['15,000 addresses', inline(15_000), 15_000],
  ])('is stored apart from it with %s, and decides the same', async (_, value, count) => {
    const config = granted(await update(allow(value)))
    expect(config.rules[0]?.value).toMatch(/^file:\/files\/file_[0-9a-f]{32}\/wallet-list\.txt$/)
    expect([await isEligible(1), await isEligible(count), await isEligible(count + 1)]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('is stored apart from it if the lists of all rules are too long together, and decides the same', async () => {
    const long = { key: 'wallet_allowlist', operator: 'in', value: inline(200) }
    const short = { ...long, value: inline(5) }
    const { rules } = granted(await update({ rules: [short, ...Array.from({ length: 19 }, () => long)] }))
    const [first, ...others] = rules.map(({ value }) => value)
    expect(first).toBe(short.value)
    for (const value of others) expect(value).toMatch(/^file:/)
    expect([await isEligible(5), await isEligible(6)]).toEqual([true, false])
  })

  test('is stored without other signs between its addresses', async () => {
    const value = `${inline(1_001, 4)},,\t0xabc,\r\n 0xdef\t`
    granted(await update(allow(value)))
    expect([await isEligible(1_001), await isEligible(0xabc), await isEligible(0xdef)]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('lets other requests have turns while it is read and stored', async () => {
    const endOfTurn = vi.fn(() => Promise.resolve())
    const input = allow('0x1,'.repeat(262_144))
    granted(await updateGatingConfig({ ...service.ports, endOfTurn }, service.owner, dropId, input))
    // Sixteen slices for reading the list, and sixteen for storing it.
    expect(endOfTurn.mock.calls.length).toBeGreaterThanOrEqual(32)
  })

  test('is refused beyond 1,048,576 characters, with the limit and the way to upload it', async () => {
    const value = inline(16_000)
    expect(await update(allow(value))).toMatchObject({
      ok: false,
      error: {
        kind: 'bad_user_input',
        field: 'rules[0].value',
        message: expect.stringContaining('uploadFile'),
        details: { asked: value.length },
      },
    })
  })

  test('is refused with at most 100 named errors', async () => {
    const refused = await update(allow(Array.from({ length: 500 }, (_, n) => `wallet ${n}`).join(',')))
    expect(refused).toMatchObject({ ok: false, error: { details: { faults: expect.any(Array) } } })
    if (!refused.ok && refused.error.kind === 'bad_user_input')
      expect(refused.error.details?.['faults']).toHaveLength(100)
  })
})

test('a value of another rule has at most 65,536 characters, and all values together 131,072', async () => {
  const rule = (length: number) => ({
    ...RULE,
    key: 'nft_ownership',
    operator: '>=',
    value: 'x'.repeat(length),
  })
  expect(await update({ rules: [rule(65_537)] })).toMatchObject({
    error: { field: 'rules[0].value', details: { value: 65_536, asked: 65_537 } },
  })
  const { id } = await upload('0x1')
  const lists = [1, 2, 3].map(() => ({
    key: 'wallet_allowlist',
    operator: 'in',
    value: `file:/files/${id}/${'x'.repeat(50_000)}`,
  }))
  expect(await update({ rules: lists })).toMatchObject({
    error: { field: 'rules', details: { value: 131_072 } },
  })
})
