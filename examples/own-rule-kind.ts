// A custom kind of gating rule: only wallets that have walked far enough today may claim. Core knows nothing about steps.
// The kind defines how its rules are parsed and evaluated, and our own source returns how far each wallet has walked.
// Run: node tools/run.mjs examples/own-rule-kind.ts
import {
  COMPARISONS,
  err,
  messageOf,
  type OwnFacts,
  ok,
  RULE_KINDS,
  type RuleKind,
  readWholeNumber,
  thresholdRule,
} from '@dropkit/core'
import { createTestService, testWallet } from '@dropkit/testing'

/** A rule such as `steps_today >= 10000`. */
const stepsToday: RuleKind = {
  key: 'steps_today',
  operators: COMPARISONS,
  valueShape: 'a whole number of steps',
  read: (operator, value) => {
    const steps = readWholeNumber(value)
    if (steps === undefined) return err([`"${value}" is not a whole number`])
    return ok(thresholdRule({ source: 'own:steps', subject: 'today' }, operator, steps))
  },
}

const [WALKER, SITTER, STRANGER] = [testWallet(1), testWallet(2), testWallet(3)]

/**
 * Returns the steps of wallets, here from a table, otherwise by a request. A wallet without an answer is neither admitted
 * nor called ineligible.
 */
const stepCounter: OwnFacts = {
  async ask({ source, subject }, wallets) {
    console.log(`asked for ${source} (${subject}) of ${wallets.length} wallet(s)`)
    return new Map([
      [WALKER, 12_345n],
      [SITTER, 67n],
    ])
  },
}

// `createDropkit({ ...ports, ruleKinds, ownFacts })` takes both in the same way.
const { dropkit, owner, createDrop } = await createTestService({
  gating: { ruleKinds: [...RULE_KINDS, stepsToday], ownFacts: stepCounter },
})
const drop = await createDrop()
const setRule = (value: string) =>
  dropkit.updateGatingConfig(owner, drop.id, {
    rules: [{ key: 'stepsToday', operator: 'gte', value, description: 'Walk 10,000 steps today' }],
  })

const misread = await setRule('far')
console.log(misread.ok ? 'read' : messageOf(misread.error))
const rule = await setRule('10000')
if (!rule.ok) throw new Error(messageOf(rule.error))

for (const [name, userAddress] of Object.entries({ walker: WALKER, sitter: SITTER, stranger: STRANGER })) {
  const claimed = await dropkit.claimDrop(owner, { dropId: drop.id, userAddress })
  console.log(`${name}: ${claimed.ok ? `gets ${claimed.value.claim.amount}` : messageOf(claimed.error)}`)
}
