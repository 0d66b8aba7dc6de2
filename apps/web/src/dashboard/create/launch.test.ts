import type { NewDropInput } from '@dropkit/core'
import { decideNewDrop } from '@dropkit/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiRefusal, unreachable } from '../../api/errors.ts'
import { asWritten } from '../../words/as-written.ts'
import { instantOf } from '../drop-fields/read-inputs.ts'
import { type DropForm, withAdmission } from './drop-form.ts'
import { stepErrors } from './form-errors.ts'
import {
  type Creation,
  type LaunchCalls,
  type LaunchProgress,
  launch,
  launchPlanOf,
  NOT_LAUNCHED,
} from './launch.ts'
import { leafForm, surroundings } from './leaf-form.test-data.ts'
import { STEPS } from './steps.ts'

const rule = { key: 'wallet_allowlist', operator: 'in', value: '0x1', description: null }
const planOf = (part: Partial<DropForm>) => launchPlanOf({ ...leafForm, ...part }, surroundings)

test('whole tokens become base units, and the pool covers all items', () => {
  expect(planOf({}).create).toMatchObject({ maxAmount: '1000000', tokenAmount: '10000', supply: 100 })
})

test('a random drop has an amount of 0, and an open one has none', () => {
  expect(planOf({ award: 'random', pool: '5' }).create).toMatchObject({ maxAmount: '5000', tokenAmount: '0' })
  expect(planOf({ award: 'open', pool: '5', items: '' }).create).toMatchObject({
    tokenAmount: null,
    supply: null,
  })
})

test('a public beacon is requested for random drops only', () => {
  const random = { award: 'random', pool: '5', randomness: 'BEACON' } as const
  expect(planOf(random).create).toMatchObject({ randomness: 'BEACON' })
  expect(planOf({ ...random, award: 'fixed' }).create).not.toHaveProperty('randomness')
})

test('a lottery is requested with its terms, and for no other drop', () => {
  const lottery = { entriesCloseAt: '2026-12-01 09:00:00', claimWindowSeconds: 3_600 } as const
  expect(planOf({ ...lottery, admission: 'LOTTERY' }).create).toMatchObject({
    admission: 'LOTTERY',
    entriesCloseAt: instantOf(lottery.entriesCloseAt),
    claimWindowSeconds: 3_600,
  })
  expect(planOf(lottery).create).not.toHaveProperty('entriesCloseAt')
})

test('link-only is requested for free drops, and the delivery for drops without random amounts', () => {
  const asked = { isLinkOnly: true, delivery: 'SERVER' } as const
  expect(planOf(asked).create).toMatchObject(asked)
  expect(planOf({ ...asked, isPriced: true, price: '1' }).create).toMatchObject({ isLinkOnly: false })
  expect(planOf({ ...asked, award: 'random', pool: '5' }).create).toMatchObject({ delivery: 'WALLET' })
})

test('without rules the drop has its final status at once', () => {
  expect(planOf({})).toMatchObject({ create: { status: 'ACTIVE' }, gating: null, openAs: null })
  expect(planOf({ opening: 'draft' }).create.status).toBe('DRAFT')
})

test('with rules it is a draft until they are stored', () => {
  const gating = { isActive: true, rules: [rule] }
  expect(planOf({ gating })).toMatchObject({
    create: { status: 'DRAFT' },
    gating: { isActive: true, rules: [rule] },
    openAs: 'ACTIVE',
  })
  const startsAt = '2026-12-01 09:00:00'
  expect(planOf({ gating, opening: 'later', startsAt })).toMatchObject({
    create: { status: 'DRAFT', startsAt: instantOf(startsAt) },
    openAs: 'SCHEDULED',
  })
  expect(planOf({ gating, opening: 'draft' }).openAs).toBeNull()
})

test('the price goes as a number in whole units of the currency', () => {
  expect(planOf({ isPriced: true, price: asWritten('2.5'), currency: 'USDC' }).create).toMatchObject({
    price: 2.5,
    currency: 'USDC',
  })
  expect(planOf({}).create).not.toHaveProperty('price')
})

test('the link follows from the title, until another is written', () => {
  expect(planOf({ title: 'Für Élise!' }).create.shortcode).toBe('fur-elise')
  expect(planOf({ shortcode: 'Mine_1' }).create.shortcode).toBe('Mine_1')
  expect(planOf({ title: '春' }).create.shortcode).toBeNull()
})

test('an input without errors in the wizard is accepted by the service', () => {
  const typed = fc.constantFrom('', '0', '1', '2.5', '0.001', '1.2345', '1,000', 'x', '18446744073709551')
  const counts = fc.constantFrom('', '0', '1', '3', '1000', '2147483648', '1.5')
  const forms: fc.Arbitrary<DropForm> = fc
    .record({
      type: fc.constantFrom<DropForm['type']>('TOKEN', 'NFT'),
      decimals: fc.constantFrom(0, 3),
      title: fc.oneof(fc.constant('Spring drop'), fc.string({ maxLength: 130 })),
      description: fc.string(),
      shortcode: fc.option(fc.string({ maxLength: 10 })),
      admission: fc.constantFrom<DropForm['admission']>('FIRST_COME', 'LOTTERY'),
      entriesCloseAt: fc.constantFrom(null, '2026-12-01 15:00:00', '2026-11-30 12:00:00'),
      isLinkOnly: fc.boolean(),
      award: fc.constantFrom<DropForm['award']>('fixed', 'open', 'random'),
      each: typed,
      pool: typed,
      items: counts,
      maxPerWallet: counts,
      isPriced: fc.boolean(),
      price: typed,
      claimType: fc.constantFrom<DropForm['claimType']>('REGULAR', 'STREAK'),
      opening: fc.constantFrom<DropForm['opening']>('now', 'later', 'draft'),
      startsAt: fc.constantFrom(null, '2026-12-01 09:00:00', '2020-01-01 00:00:00'),
      claimDeadline: fc.constantFrom(null, '2026-12-02 09:00:00', '2026-11-30 00:00:00'),
    })
    .map(({ decimals, ...part }) => ({
      ...leafForm,
      ...part,
      ...withAdmission(part, part.admission),
      token: leafForm.token && { ...leafForm.token, decimals },
    }))
  fc.assert(
    fc.property(forms, (form) => {
      fc.pre(STEPS.every(({ name }) => Object.keys(stepErrors(name, form, surroundings)).length === 0))
      const decided = decideNewDrop(inputOf(form), ORIGINS)
      expect(decided.ok ? [] : decided.error).toEqual([])
    }),
    // One form in 90 has no errors.
    { maxSkipsPerRun: 1_000 },
  )
})

function inputOf(form: DropForm): NewDropInput {
  const { create } = launchPlanOf(form, surroundings)
  const at = (iso: string | null | undefined) => (iso == null ? null : Date.parse(iso))
  return {
    ...create,
    metadata: null,
    startsAt: at(create.startsAt),
    claimDeadline: at(create.claimDeadline),
    entriesCloseAt: at(create.entriesCloseAt),
  } as NewDropInput
}

const ORIGINS = {
  id: `drop_${'1'.repeat(32)}`,
  creator: { user: { id: `user_${'2'.repeat(32)}` } },
  tokenId: `token_${'3'.repeat(32)}`,
  gating: null,
  currency: { code: 'SUI', coinType: '0x2::sui::SUI', decimals: 9 },
  freshSeed: { commitment: '', seed: '' },
  beacon: { hash: 'b', scheme: '', publicKey: '', genesisAt: 0, periodMs: 3_000 },
  now: surroundings.nowMs,
} as unknown as Parameters<typeof decideNewDrop>[1]

const drop = { id: 'drop_1', shortcode: 'spring-drop', title: 'Spring drop' }
const rules = [{ key: 'wallet_allowlist', operator: 'in', value: '0x1', description: null }]
const plan = launchPlanOf({ ...leafForm, gating: { isActive: true, rules } }, surroundings)

/** A service that records its calls, and refuses one kind of them. */
function service(refused?: keyof LaunchCalls) {
  const asked: string[] = []
  const answer = async <Answer>(call: keyof LaunchCalls, value: Answer) => {
    asked.push(call)
    if (call === refused) throw new Error(`${call} is refused`)
    return value
  }
  const calls: LaunchCalls = {
    create: () => answer('create', drop),
    setRules: () => answer('setRules', null),
    open: () => answer('open', null),
  }
  return { asked, calls }
}

test('the rules are stored before the drop opens', async () => {
  const { asked, calls } = service()
  const reached = await launch(plan, NOT_LAUNCHED, calls, () => {})
  expect(asked).toEqual(['create', 'setRules', 'open'])
  expect(reached).toEqual({ creation: null, drop, haveRulesBeenSet: true, isDone: true })
})

test('a drop without rules is made and nothing more', async () => {
  const { asked, calls } = service()
  await launch(launchPlanOf(leafForm, surroundings), NOT_LAUNCHED, calls, () => {})
  expect(asked).toEqual(['create'])
})

test('if the rules are refused, the draft is remembered and not opened', async () => {
  const { asked, calls } = service('setRules')
  const reached: LaunchProgress[] = []
  await expect(launch(plan, NOT_LAUNCHED, calls, (progress) => reached.push(progress))).rejects.toThrow()
  expect(asked).toEqual(['create', 'setRules'])
  expect(reached.at(-1)).toEqual({ ...NOT_LAUNCHED, drop })
})

test('a launch that stopped goes on where it was', async () => {
  const { asked, calls } = service()
  await launch(plan, { ...NOT_LAUNCHED, drop, haveRulesBeenSet: true }, calls, () => {})
  expect(asked).toEqual(['open'])
})

/** Launches until `errors` are used up, each time with the progress that the launch before has stored. */
async function launchDespite(...errors: readonly Error[]) {
  const sent: Creation[] = []
  let stored = NOT_LAUNCHED
  const left = [...errors]
  const calls: LaunchCalls = {
    ...service().calls,
    async create(creation) {
      expect(stored.creation).toEqual(creation)
      sent.push(creation)
      const error = left.shift()
      if (error) throw error
      return drop
    },
  }
  for (const title of ['first', 'second', 'third'].slice(0, errors.length + 1))
    await launch({ ...plan, create: { ...plan.create, title } }, stored, calls, (progress) => {
      stored = progress
    }).catch(() => {})
  return { sent, stored }
}

test('a launch whose answer was lost sends the same request again, with the same idempotency key', async () => {
  const signedOut = new ApiRefusal('no', { code: 'UNAUTHENTICATED' })
  const { sent, stored } = await launchDespite(unreachable(), signedOut)
  expect(sent).toEqual([sent[0], sent[0], sent[0]])
  expect(stored).toMatchObject({ creation: null, drop })
})

test('a launch that was refused starts again with another request', async () => {
  const { sent } = await launchDespite(new ApiRefusal('taken', { code: 'BAD_USER_INPUT' }))
  expect(sent.map(({ input }) => input.title)).toEqual(['first', 'second'])
  expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey)
})
