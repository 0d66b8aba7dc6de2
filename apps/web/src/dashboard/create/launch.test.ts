import { expect, test } from 'vitest'
import { type LaunchCalls, type LaunchProgress, launch, NOT_LAUNCHED } from './launch.ts'
import { launchPlanOf } from './launch-plan.ts'
import { leafForm, surroundings } from './leaf-form.test-data.ts'

const drop = { id: 'drop_1', shortcode: 'spring-drop', title: 'Spring drop' }
const rules = [{ key: 'wallet_allowlist', operator: 'in', value: '0x1', description: null }]
const plan = launchPlanOf({ ...leafForm, gating: { isActive: true, rules } }, surroundings, { coins: [] })

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
  expect(reached).toEqual({ drop, haveRulesBeenSet: true, isDone: true })
})

test('a drop without rules is made and nothing more', async () => {
  const { asked, calls } = service()
  await launch(launchPlanOf(leafForm, surroundings, { coins: [] }), NOT_LAUNCHED, calls, () => {})
  expect(asked).toEqual(['create'])
})

test('if the rules are refused, the draft is remembered and not opened', async () => {
  const { asked, calls } = service('setRules')
  const reached: LaunchProgress[] = []
  await expect(launch(plan, NOT_LAUNCHED, calls, (progress) => reached.push(progress))).rejects.toThrow()
  expect(asked).toEqual(['create', 'setRules'])
  expect(reached).toEqual([{ drop, haveRulesBeenSet: false, isDone: false }])
})

test('a launch that stopped goes on where it was', async () => {
  const { asked, calls } = service()
  await launch(plan, { drop, haveRulesBeenSet: true, isDone: false }, calls, () => {})
  expect(asked).toEqual(['open'])
})
