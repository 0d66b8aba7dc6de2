import { parseAddress } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import { utf8 } from '../../domain/encodings.ts'
import type { GatingRule } from '../../domain/gating/gating.ts'
import {
  type FactRequest,
  type Facts,
  factKey,
  type RuleCheck,
  type RuleKind,
} from '../../domain/gating/rule-kind.ts'
import { RULE_KINDS, readRule } from '../../domain/gating/rule-kinds.ts'
import { toIso } from '../../domain/instant.ts'
import { isObject, type JsonFields, parseJson } from '../../domain/json.ts'
import { refusalToChange } from '../../domain/ownership.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { noTextRefusal } from '../../domain/text.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports } from '../../ports/index.ts'
import { checkEligibility, type Eligibility, type EligibilityContext } from '../claims/check-eligibility.ts'
import { readDrop } from '../read-records.ts'

/** The start of a statement. No voucher starts like this: a voucher's first byte is the length of its own domain. */
const KIND = 'dropkit.eligibility.v1'

/** The longest statement that is replayed, in characters: 20 rules, each with the longest shown value. */
const MAX_STATEMENT_LENGTH = 262_144

/** The result of a check, as a text that the drop's key has signed. */
export interface SignedEligibility {
  /** JSON: the wallet, the drop, and each rule with its observed facts. */
  readonly statement: string
  /** Ed25519 over the UTF-8 bytes of `statement`, base64. */
  readonly signature: string
  /** The drop's key, base64. */
  readonly publicKey: string
}

/** Signs the result of a check, so that a claimer can show it to the owner. */
export async function signEligibility(
  { signer }: Pick<Ports, 'signer'>,
  eligibility: Eligibility,
): Promise<SignedEligibility> {
  const { drop } = eligibility
  const statement = statementOf(eligibility)
  const signature = await signer.sign(drop.id, drop.voucherKey, utf8(statement))
  return { statement, signature, publicKey: drop.voucherKey.publicKey }
}

const statementOf = ({ drop, wallet, checks, ...outcome }: Eligibility): string =>
  JSON.stringify({
    kind: KIND,
    dropId: drop.id,
    walletAddress: wallet,
    checkedAt: toIso(outcome.checkedAt),
    rulesVersion: drop.gating?.version ?? 0,
    eligible: outcome.eligible,
    retryable: outcome.retryable,
    reason: outcome.reason,
    missingRequirements: outcome.missingRequirements,
    exempt: outcome.exempt,
    checks: checks.map(shownCheck),
  })

interface ShownCheck extends GatingRule {
  readonly result: string
  readonly needed: string
  readonly facts: readonly {
    readonly source: string
    readonly subject: string
    readonly value: string | null
    readonly observedAt: string | null
  }[]
}

/** A check in JSON, for the details of a refusal and for a statement. */
export const shownCheck = ({ rule, verdict, needed, facts }: RuleCheck): ShownCheck => ({
  key: rule.key,
  operator: rule.operator,
  value: rule.value,
  description: rule.description,
  result: verdict.toUpperCase(),
  needed,
  facts: facts.map(({ source, subject, value, at }) => ({
    source,
    subject,
    value: value === null ? null : String(value),
    observedAt: at === null ? null : toIso(at),
  })),
})

/** A replayed statement: judged by its own facts and by the current ones. */
export interface EligibilityReplay {
  /** Whether the drop's current key has signed exactly this statement. */
  readonly authentic: boolean
  /** Whether the stated facts lead to the stated results. */
  readonly reproduced: boolean
  /** Whether the drop's rules are the stated ones. */
  readonly rulesUnchanged: boolean
  /** The same check with current facts. */
  readonly now: Eligibility
}

type ReplayContext = EligibilityContext & { readonly ports: Pick<Ports, 'signer'> }

/** Replays a claimer's statement, for the drop's owner. */
export async function replayEligibility(
  context: ReplayContext,
  caller: Caller,
  input: { readonly statement: string; readonly signature: string },
): Promise<Result<EligibilityReplay, Refusal>> {
  const { ports } = context
  const read = readStatement(input.statement)
  if (!read.ok) return read
  const { dropId, walletAddress, checks } = read.value
  const drop = await readDrop(ports, caller, dropId)
  if (!drop) return err(notFound('Drop'))
  const forbidden = refusalToChange(caller, drop.creatorId)
  if (forbidden) return err(forbidden)
  const now = await checkEligibility(context, caller, { dropId: drop.id, walletAddress })
  if (!now.ok) return now
  // An Ed25519 key has exactly one signature for a text, so signing again shows whether it was this key.
  const signature = await ports.signer.sign(drop.id, drop.voucherKey, utf8(input.statement))
  const kinds = ports.ruleKinds ?? RULE_KINDS
  return ok({
    authentic: signature === input.signature,
    reproduced: isReproduced(drop, now.value.wallet, checks, kinds),
    rulesUnchanged: rulesOf(now.value.checks.map(({ rule }) => rule)) === rulesOf(checks),
    now: now.value,
  })
}

const rulesOf = (rules: readonly Pick<GatingRule, 'key' | 'operator' | 'value'>[]): string =>
  JSON.stringify(rules.map(({ key, operator, value }) => [key, operator, value]))

/** Judges the stated rules by the stated facts. */
function isReproduced(
  drop: Drop,
  wallet: Eligibility['wallet'],
  checks: readonly ShownCheck[],
  kinds: readonly RuleKind[],
): boolean {
  const known = new Map(
    checks.flatMap(({ facts }) => facts).map((fact) => [factKey(asRequest(fact)), fact.value]),
  )
  const facts: Facts = (request) => {
    const value = known.get(factKey(request))
    return value == null ? undefined : BigInt(value)
  }
  return checks.every((check) => {
    const rule = readRule(check, 'rule', kinds)
    return rule.ok && rule.value.judge(wallet, facts, drop).toUpperCase() === check.result
  })
}

const asRequest = ({ source, subject }: { readonly source: string; readonly subject: string }): FactRequest =>
  ({ source, subject }) as FactRequest

interface Statement {
  readonly dropId: string
  readonly walletAddress: string
  readonly checks: readonly ShownCheck[]
}

function readStatement(text: string): Result<Statement, Refusal> {
  const noText = noTextRefusal(text, 'statement')
  if (noText) return err(noText)
  if (text.length > MAX_STATEMENT_LENGTH) {
    return err(
      badInput('statement', 'TOO_LONG', `statement must have at most ${MAX_STATEMENT_LENGTH} characters`, {
        most: MAX_STATEMENT_LENGTH,
      }),
    )
  }
  const wrong = err(
    badInput('statement', 'WRONG_FORMAT', 'statement must be the text of a signed eligibility result'),
  )
  let json: unknown
  try {
    json = parseJson(text)
  } catch {
    return wrong
  }
  if (!isStatement(json)) return wrong
  const wallet = parseAddress(json.walletAddress, 'statement')
  return wallet.ok ? ok(json) : wallet
}

const areTexts = (object: JsonFields, ...names: readonly string[]): boolean =>
  names.every((name) => typeof object[name] === 'string')

const WHOLE = /^\d{1,40}$/

const isFact = (fact: unknown): boolean =>
  isObject(fact) &&
  areTexts(fact, 'source', 'subject') &&
  (fact['value'] === null || (typeof fact['value'] === 'string' && WHOLE.test(fact['value'])))

const isCheck = (check: unknown): boolean =>
  isObject(check) &&
  areTexts(check, 'key', 'operator', 'value', 'result') &&
  Array.isArray(check['facts']) &&
  check['facts'].every(isFact)

const isStatement = (json: unknown): json is Statement =>
  isObject(json) &&
  json['kind'] === KIND &&
  areTexts(json, 'dropId', 'walletAddress') &&
  Array.isArray(json['checks']) &&
  json['checks'].every(isCheck)
