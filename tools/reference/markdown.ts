import {
  type DescribedKind,
  type FactSource,
  GATING_TEMPLATES,
  RULE_KINDS,
  STORE_SOURCES,
} from '@dropkit/core'
import { FACT_MEANINGS, MAX_RULES, readRule } from '@dropkit/core/internal'

export const heading = (level: number, words: string): string => `${'#'.repeat(level)} ${words}`

/** The anchor of a heading. */
export const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/**
 * A Markdown table. A cell may contain any text, including line breaks. Columns that are empty in every row are omitted.
 */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const isUsed = heads.map((_head, column) => rows.some((row) => (row[column] ?? '') !== ''))
  const line = (cells: readonly string[]) =>
    `| ${cells
      .filter((_cell, column) => isUsed[column])
      .map(cell)
      .join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

const cell = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')

export const fence = (language: 'graphql' | 'json' | 'text', text: string): string =>
  `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

export const json = (value: unknown): string => fence('json', JSON.stringify(value, null, 2))

export const code = (text: string): string => `\`${text}\``

export const link = (label: string, target: string): string => `[${label}](${target})`

/** Escapes text that was written for a terminal, in which `<` does not begin a tag. */
export const prose = (text: string): string =>
  text.replaceAll(/`[^`]*`|[<*_]/g, (found) => {
    if (found.length > 1) return found
    return found === '<' ? '&lt;' : `\\${found}`
  })

/** Joins non-empty parts with an empty line in between. */
export const parts = (...all: readonly (string | undefined)[]): string =>
  all.filter((part) => part !== undefined && part !== '').join('\n\n')

export const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

/** A page: its name, a first sentence for the list of pages, and its text. */
export interface Page {
  readonly file: string
  readonly title: string
  readonly about: string
  readonly text: () => string
}

const HEAD = '<!-- Generated from the source by `npm run reference`. Do not edit. -->'

export const wholePage = ({ title, about, text }: Page): string =>
  `${parts(HEAD, `# ${title}`, about, text())}\n`

// Example values in the service's formats. They belong to no real object.

const UNIQUE = '0192f0c8a1b27cc39d4e5f60718293a4'

export const SAMPLE_AT = Date.UTC(2026, 0, 31, 12)
export const DROP = `drop_${UNIQUE}`
export const TOKEN = `token_${UNIQUE}`
export const CLAIM = `claim_${UNIQUE}_7`
export const INTENT = `intent_${UNIQUE}`
export const PAYER_INTENT = `pi_${UNIQUE}`
export const REFUND = `refund_${UNIQUE}`
export const WEBHOOK = `webhook_${UNIQUE}`
export const EXEMPTION = `exemption_${UNIQUE}`
export const GATING = `gating_${UNIQUE}`
export const WALLET = `0x${'a11ce'.padStart(64, '0')}`
export const OTHER_WALLET = `0x${'b0b'.padStart(64, '0')}`
export const PACKAGE = `0x${'d20b'.padStart(64, '0')}`
export const SUI_COIN = `0x${'2'.padStart(64, '0')}::sui::SUI`
export const COIN = `${PACKAGE}::pepper::PEPPER`
export const TX_HASH = '9mXPJk4nWcSbT3qzYvDfE6aHrUgLxZ1sNwB2oK5tRyCu'
export const PUBLIC_KEY = 'lQy0n8RWcWqhkH4F3oC0YlR4tS8m2o0v1t5c7wX9Z3k='
export const LINK = 'lQy0n8RWcWqhkH4F3oC0YlR4tS8m2o0v1t5c7wX9Z3k'
export const SEED = '4b227777d4dd1fc61c6f884f48641d02b4d121d3fd328cb08b5531fcacdabf8a'
export const USER = `user_${UNIQUE}`
export const UPLOAD = `https://drops.example/files/file_${UNIQUE}/hello.txt`

export const ruleKindsPage: Page = {
  file: 'rule-kinds.md',
  title: 'Rule kinds',
  about: 'All kinds of gating rules.',
  text: () =>
    parts(
      `A drop's gating config has at most ${MAX_RULES} rules. A wallet must meet all of them. Set them with ${link(code('updateGatingConfig'), 'operations.md#mutation-updategatingconfig')}. A rule has a ${code('key')} (the kind), an ${code('operator')} and a ${code('value')}, all strings. Common spellings are accepted: ${code('TOKEN_BALANCE')} and ${code('tokenBalance')} are the same key, ${code('gte')} and ${code('>=')} the same operator.`,
      `Facts come from the chain, read before the claim and cached for ten seconds, or from Dropkit's store, read again in the claim's transaction. If a fact cannot be read, the claim is refused with ${link('ELIGIBILITY_UNKNOWN', 'codes.md#eligibility_unknown')}.`,
      list(RULE_KINDS.map(({ key }) => link(code(key), `#${key}`))),
      ...RULE_KINDS.map(kindSection),
      heading(2, 'Templates'),
      `Predefined sets of rules. Use their ids as ${code('gatingId')} of ${link('createDrop', 'operations.md#mutation-createdrop')}.`,
      table(
        ['id', 'for', 'rules'],
        GATING_TEMPLATES.map(({ id, description, rules }) => [
          code(id),
          prose(description),
          rules.map(({ key, operator, value }) => code(`${key} ${operator} ${value || '""'}`)).join(', '),
        ]),
      ),
    ),
}

function kindSection(kind: DescribedKind): string {
  const { key, meaning, operators, valueShape, examples } = kind
  return parts(
    heading(2, code(key)),
    prose(meaning),
    table(
      ['', ''],
      [
        ['operators', operators.map(code).join(' ')],
        ['value', prose(valueShape)],
        ['facts', factsOf(kind)],
      ],
    ),
    json({ rules: examples.map((example) => ({ key, ...example })) }),
  )
}

/** The facts that the example rules need, according to the rules themselves. */
function factsOf(kind: DescribedKind): string {
  const asked = new Set<FactSource>()
  for (const example of kind.examples) {
    const rule = readRule({ key: kind.key, ...example }, kind.key)
    if (!rule.ok) throw new Error(`an example of ${kind.key} is refused: ${JSON.stringify(rule.error)}`)
    // A rule only uses the id of a drop, which its value contains.
    for (const { source } of rule.value.requests({} as never)) asked.add(source)
  }
  if (asked.size === 0) return 'none: the wallet’s address is enough'
  return Object.entries(FACT_MEANINGS)
    .filter(([source]) => asked.has(source as FactSource))
    .map(([source, meaning]) => {
      const from = (STORE_SOURCES as readonly string[]).includes(source) ? "Dropkit's store" : 'the chain'
      return `${code(source)}: ${meaning} (${from})`
    })
    .join('; ')
}
