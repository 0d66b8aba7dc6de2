import type { Address } from '../../domain/address.ts'
import { utf8 } from '../../domain/encodings.ts'
import {
  GATING_TEMPLATES,
  type GatingConfig,
  type GatingRule,
  gatingEvent,
} from '../../domain/gating/gating.ts'
import {
  type GatingRuleInput,
  MAX_RULE_VALUE_LENGTH,
  MAX_RULE_VALUES_LENGTH,
  parseRulesInSlices,
} from '../../domain/gating/rule-input.ts'
import {
  createWalletListReader,
  fileNamedBy,
  isLargeInlineList,
  linesOfInlineList,
  listNamedBy,
} from '../../domain/gating/wallet-allowlist.ts'
import { type FileId, idOf, readId, type UserId } from '../../domain/ids.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { createSortedBatches } from '../../domain/slices.ts'
import { parseFlag, shownText } from '../../domain/text.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, Ports } from '../../ports/index.ts'
import { storeUpload } from '../files/manage-files.ts'
import { inTurns } from '../in-turns.ts'
import { findDropToChange } from '../read-records.ts'

/** New rules of a drop, or whether they are active. Missing fields stay as they are. */
export interface UpdateGatingInput {
  readonly isActive?: boolean | null | undefined
  readonly rules?: readonly GatingRuleInput[] | null | undefined
}

const LIST_FILENAME = 'wallet-list.txt'

export type GatingPorts = Pick<
  Ports,
  'store' | 'jobs' | 'clock' | 'ids' | 'files' | 'hashes' | 'ruleKinds' | 'endOfTurn'
>

/** Sets the rules of a drop, or switches them on and off. Missing fields stay as they are. */
export async function updateGatingConfig(
  ports: GatingPorts,
  caller: Caller,
  id: string,
  input: UpdateGatingInput,
): Promise<Result<GatingConfig, Refusal>> {
  const own = await findDropToChange(ports, caller, id)
  if (!own.ok) return own
  const rules = input.rules == null ? ok(null) : await keepRules(ports, caller, input.rules)
  if (!rules.ok) return rules
  const isActive = input.isActive == null ? ok(null) : parseFlag(input.isActive, 'isActive')
  if (!isActive.ok) return isActive
  const changed = await ports.store.changeDrop(
    own.value.id,
    {},
    (dropState): Change<Result<GatingConfig, Refusal>> => {
      if (dropState?.drop.deletedAt !== null) return { result: err(notFound('Drop')) }
      const now = ports.clock.now()
      const before = dropState.drop.gating ?? emptyConfig(ports, caller.user.id, now)
      const gating: GatingConfig = {
        ...before,
        isActive: isActive.value ?? before.isActive,
        rules: rules.value ?? before.rules,
        version: before.version + 1,
        updatedAt: now,
      }
      const drop = { ...dropState.drop, gating, updatedAt: now }
      const event = gatingEvent(drop, gating, now, caller.user.id)
      const effect = { kind: 'drop', id: drop.id }
      return { result: ok(gating), update: { drops: [drop] }, effect, events: [event] }
    },
  )
  if (!changed.ok) throw new Error('invariant broken: gating takes no unique value')
  return changed.value
}

const emptyConfig = (ports: Pick<Ports, 'ids'>, ownerId: UserId, now: number): GatingConfig => ({
  id: idOf('gating', ports.ids.next(now)),
  ownerId,
  isActive: true,
  rules: [],
  version: 0,
  updatedAt: now,
})

/** Copies the rules that `gatingId` names into a config of the drop's own. All kinds must be known to this service. */
export async function copyGating(
  ports: Omit<GatingPorts, 'jobs'>,
  caller: Caller,
  gatingId: string,
  now: number,
): Promise<Result<GatingConfig, Refusal>> {
  const template = GATING_TEMPLATES.find(({ id }) => id === gatingId)
  const configId = template ? undefined : readId('gating', gatingId)
  const config = configId && (await ports.store.gatingConfig(configId))
  const rules = template?.rules ?? (config?.ownerId === caller.user.id ? config.rules : undefined)
  if (!rules) return err(notFound('Gating config'))
  const known = await inTurns(ports, parseRulesInSlices(rules, ports.ruleKinds))
  return known.ok ? ok({ ...emptyConfig(ports, caller.user.id, now), rules, version: 1 }) : known
}

/** Parses the rules and stores their lists of wallets. */
async function keepRules(
  ports: GatingPorts,
  caller: Caller,
  inputs: readonly GatingRuleInput[],
): Promise<Result<readonly GatingRule[], Refusal>> {
  const parsed = await inTurns(ports, parseRulesInSlices(inputs, ports.ruleKinds))
  if (!parsed.ok) return parsed
  const longestList = longestInlineList(parsed.value)
  const rules: GatingRule[] = []
  for (const [index, given] of parsed.value.entries()) {
    const rule = await withStoredList(ports, caller, given, longestList)
    const list = listNamedBy(rule.value)
    const stored =
      list === undefined
        ? ok(null)
        : await keepWalletList(ports, caller.user.id, list, `rules[${index}].value`)
    if (!stored.ok) return stored
    rules.push(rule)
  }
  const length = lengthOf(rules)
  if (length <= MAX_RULE_VALUES_LENGTH) return ok(rules)
  const message = `The values of all rules have ${length} characters; at most ${MAX_RULE_VALUES_LENGTH} are allowed`
  return err(
    badInput('rules', 'TOO_LONG', message, {
      limit: 'ruleValuesCharacters',
      value: MAX_RULE_VALUES_LENGTH,
      asked: length,
    }),
  )
}

/** The length up to which lists of wallets may be inline, so that the values of all rules together are not too long. */
function longestInlineList(rules: readonly GatingRule[]): number {
  const inline = rules.filter((rule) => !isLargeInlineList(rule, MAX_RULE_VALUE_LENGTH))
  const lists = inline.filter((rule) => isLargeInlineList(rule, 0))
  const all = lengthOf(inline)
  if (all <= MAX_RULE_VALUES_LENGTH) return MAX_RULE_VALUE_LENGTH
  return Math.max(0, (MAX_RULE_VALUES_LENGTH - (all - lengthOf(lists))) / lists.length)
}

const lengthOf = (rules: readonly GatingRule[]): number =>
  rules.reduce((sum, { value }) => sum + value.length, 0)

/** The rule, with an inline list that is longer than this replaced by an uploaded list with the same addresses. */
async function withStoredList(
  ports: GatingPorts,
  caller: Caller,
  rule: GatingRule,
  longestList: number,
): Promise<GatingRule> {
  if (!isLargeInlineList(rule, longestList)) return rule
  const bytes = utf8(await inTurns(ports, linesOfInlineList(rule.value)))
  const upload = { filename: LIST_FILENAME, contentType: 'text/plain', bytes, isEffect: false }
  const file = await storeUpload(ports, caller, upload)
  return { ...rule, value: `file:/files/${file.id}/${LIST_FILENAME}` }
}

type ListPorts = Pick<Ports, 'store' | 'files'>

/**
 * Reads an uploaded list once and stores its wallets, so that a claim needs one index lookup and no list stays in memory.
 */
async function keepWalletList(
  ports: ListPorts,
  userId: UserId,
  url: string,
  field: string,
): Promise<Result<null, Refusal>> {
  const fileId = fileNamedBy(url)
  const file = fileId && (await ports.store.files([fileId])).get(fileId)
  if (!fileId || file?.ownerId !== userId)
    return err(badInput(field, 'NO_FILE', `${shownText(url)} is not one of your files`))
  if (await ports.store.hasWalletList(fileId)) return ok(null)
  const wallets = await readWallets(ports, fileId, file.contentName, field)
  if (!wallets.ok) return wallets
  await ports.store.keepWalletList(fileId, wallets.value)
  return ok(null)
}

/** Every JavaScript engine has this class, but not every type library declares it. */
declare const TextDecoder: new (encoding: string) => { decode(bytes: Uint8Array): string }

const decoder = new TextDecoder('latin1')
/** Other requests get their turn between batches. A prefix is 0x and two digits. */
const WALLET_BATCHES = { size: 1_000, prefixLength: 4 }
/** The UTF-8 byte order mark that some programs write, each byte as a character. */
const UTF8_MARK = /^\u00ef\u00bb\u00bf/

/** The wallets of a list in batches. */
async function readWallets(
  ports: ListPorts,
  fileId: FileId,
  contentName: string,
  field: string,
): Promise<Result<Iterable<readonly Address[]>, Refusal>> {
  const pieces = await ports.files.read(contentName)
  if (!pieces) return err(badInput(field, 'UNREADABLE_FILE', `${fileId} cannot be read`))
  const sorted = createSortedBatches<Address>(WALLET_BATCHES)
  const reader = createWalletListReader(sorted.add)
  let isStart = true
  for await (const piece of pieces) {
    // Addresses are ASCII, so each byte is one character.
    const text = decoder.decode(piece)
    if (!reader.push(isStart ? text.replace(UTF8_MARK, '') : text)) break
    isStart = false
  }
  const read = reader.end()
  if (read.ok) return ok(sorted.batches())
  return err(
    badInput(field, 'FAULTY_LIST', `The list has lines that are no addresses: ${read.error[0]}`, {
      faults: read.error,
    }),
  )
}
