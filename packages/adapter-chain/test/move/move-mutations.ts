/** A source with one defect. */
export interface Mutation {
  /** The place, the original code and the replacement. */
  readonly name: string
  readonly source: string
}

interface Change {
  readonly from: number
  readonly to: number
  readonly becomes: string
  /** For example, `left out` or `turned around`. */
  readonly how: string
}

/**
 * Every way to weaken a Move source in one place: a check is left out, inverted, off by one or fails with another code; two
 * consecutive checks are exchanged; a state change or an event is left out; a signed field is ignored.
 */
export function mutationsOf(path: string, source: string): readonly Mutation[] {
  const code = codeOf(source)
  const checks = checksIn(code)
  return [
    ...checks.flatMap(changesOfCheck),
    ...exchangedChecks(code, checks),
    ...callsOfCheck(code),
    ...signs(code),
    ...limits(code),
    ...statements(code),
    ...signedFields(code),
  ]
    .toSorted((one, other) => one.from - other.from)
    .map((change) => mutated(path, source, change))
}

function mutated(path: string, source: string, { from, to, becomes, how }: Change): Mutation {
  const before = source.slice(0, from)
  const line = before.split('\n').length
  const [, inside = 'module'] = [...before.matchAll(/\bfun (\w+)/g)].at(-1) ?? []
  const was = source.slice(from, to).replaceAll(/\s+/g, ' ')
  return {
    name: `${path}:${line} in ${inside}: ${was} ${how}`,
    source: before + becomes + source.slice(to),
  }
}

/** The same text, with blanks in place of comments and of code for tests only. */
const codeOf = (source: string): string =>
  source
    .replaceAll(/\/\/.*/g, (comment) => ' '.repeat(comment.length))
    .replaceAll(/#\[test_only\][\s\S]*?\n\}\n/g, (hidden) => hidden.replaceAll(/[^\n]/g, ' '))

interface Check {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly code: string
}

function checksIn(code: string): readonly Check[] {
  return [...code.matchAll(/assert!\(/g)].map(({ index }) => {
    const start = index + 'assert!('.length
    const end = closing(code, start)
    const inside = code.slice(start, end)
    const [last = ''] = /,\s*\w+,?\s*$/.exec(inside) ?? []
    return {
      from: index,
      to: code.indexOf(';', end) + 1,
      text: code.slice(start, end - last.length).trim(),
      code: last.replaceAll(/[,\s]/g, ''),
    }
  })
}

/** The position of the closing bracket for the bracket that was opened before `start`. */
function closing(code: string, start: number): number {
  let depth = 1
  let place = start
  for (; depth > 0; place++) depth += code[place] === '(' ? 1 : code[place] === ')' ? -1 : 0
  return place - 1
}

function changesOfCheck({ from, to, text, code: abortCode }: Check): readonly Change[] {
  return [
    { from, to, becomes: '', how: 'left out' },
    { from, to, becomes: `assert!(!(${text}), ${abortCode});`, how: 'turned around' },
    { from, to, becomes: `assert!(${text}, 100);`, how: 'fails with another code' },
    // The side effect of the check remains.
    ...(text.includes('use_') ? [{ from, to, becomes: `let _ = ${text};`, how: 'not looked at' }] : []),
  ]
}

function exchangedChecks(code: string, checks: readonly Check[]): readonly Change[] {
  return checks.flatMap((check, index) => {
    const next = checks[index + 1]
    if (!next || code.slice(check.to, next.from).trim() !== '') return []
    const [one, other] = [code.slice(check.from, check.to), code.slice(next.from, next.to)]
    return [{ from: check.from, to: next.to, becomes: `${other}\n${one}`, how: 'the other way round' }]
  })
}

const callsOfCheck = (code: string): readonly Change[] =>
  [...code.matchAll(/(?<=^ +)check\([^;]*;/gm)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
    becomes: '',
    how: 'left out',
  }))

const OTHER_SIGNS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
  '&&': '||',
  '||': '&&',
  '&': '|',
  '|': '&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '/',
}

/**
 * Operators. Brackets of types, references and similar signs have no blanks around them, so a sign with blanks compares or
 * computes.
 */
const signs = (code: string): readonly Change[] =>
  [...code.matchAll(/(?<= )[<>=!&|+*/%-]{1,2}(?= )/g)].flatMap(({ index, 0: sign }) => {
    const becomes = OTHER_SIGNS[sign]
    if (becomes === undefined) return []
    const line = code.slice(code.lastIndexOf('\n', index), code.indexOf('\n', index)).trim()
    return [{ from: index, to: index + sign.length, becomes, how: `is ${becomes} in ${line}` }]
  })

const limits = (code: string): readonly Change[] =>
  [...code.matchAll(/(?<=^const MAX_\w+: u64 = )\d+/gm)].map(({ index, 0: limit }) => ({
    from: index,
    to: index + limit.length,
    becomes: String(Number(limit) + 1),
    how: 'is one more',
  }))

/**
 * Assignments and events that can be left out without a compile error. Loop steps are excluded, because an endless loop
 * proves nothing.
 */
const statements = (code: string): readonly Change[] =>
  [...code.matchAll(/(?<=^ +)(?:event::emit\([^;]*|[\w.*]+ = [^;]*);/gm)]
    .filter(({ 0: statement }) => !LOOP_STEPS.includes(statement))
    .map(({ index, 0: { length } }) => ({ from: index, to: index + length, becomes: '', how: 'left out' }))

const LOOP_STEPS: readonly string[] = ['i = i + 1;', 'drop.minted = drop.minted + 1;']

const NOTHING: Readonly<Record<string, string>> = {
  drop_id: '@0x0',
  'drop_id.to_address()': '@0x0',
  claimer: '@0x0',
  amount: '0',
  nonce: '0',
  expiry_ms: '0',
}

/** The fields that a signature covers, both where they are collected and where they are passed on. */
const signedFields = (code: string): readonly Change[] =>
  [...code.matchAll(/voucher::verify\(|let voucher = Voucher \{/g)].flatMap(({ index, 0: opening }) => {
    const start = index + opening.length
    const isStruct = opening.endsWith('{')
    const fields = code.slice(start, isStruct ? code.indexOf('}', start) : closing(code, start))
    return Object.entries(NOTHING).flatMap(([field, nothing]) => {
      const at = fields.search(new RegExp(`(?<=[\\s,])${field.replaceAll(/[.()]/g, '\\$&')}(?=[\\s,])`))
      if (at < 0) return []
      const becomes = isStruct ? `${field}: ${nothing}` : nothing
      return [{ from: start + at, to: start + at + field.length, becomes, how: 'is not what is signed' }]
    })
  })
