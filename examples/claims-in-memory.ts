// Claims on a drop by many wallets at once, all in memory: no server, no database, no chain.
// Run: node tools/run.mjs examples/claims-in-memory.ts
import { createDropkit, messageOf, type Refusal, type Result } from '@dropkit/core'
import { createTestPorts } from '@dropkit/testing'

function granted<T>(result: Result<T, Refusal>): T {
  if (!result.ok) throw new Error(messageOf(result.error))
  return result.value
}

const dropkit = createDropkit(createTestPorts())
const { secret } = granted(await dropkit.createLocalUser({ username: 'maria', key: { name: 'first' } }))
const { caller } = granted(await dropkit.authenticate(secret))
const token = granted(await dropkit.createToken(caller, { name: 'Pepper', symbol: 'PEP', supply: '1000000' }))
const terms = { type: 'TOKEN', claimType: 'REGULAR', maxAmount: '3000', tokenAmount: '100' } as const
const drop = granted(
  await dropkit.createDrop(caller, { title: 'Pepper for all', existingTokenId: token.id, ...terms }),
)

// 100 wallets claim twice each, all at once. The pool is enough for 30 of them.
const wallets = Array.from({ length: 200 }, (_, n) => `0x${(1 + (n % 100)).toString(16)}`)
const claim = (userAddress: string) => dropkit.claimDrop(caller, { dropId: drop.id, userAddress })
const answers = await Promise.all(wallets.map(claim))

const ids = new Set(answers.flatMap((answer) => (answer.ok ? answer.value.claim.sequence : [])))
const refusals = Map.groupBy(answers, (answer) => (answer.ok ? 'granted' : answer.error.kind))
console.log(`${ids.size} claims of 100 each`)
for (const [kind, { length }] of refusals) console.log(`${length} answers: ${kind}`)
