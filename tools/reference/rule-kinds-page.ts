import { type DescribedKind, type FactSource, GATING_TEMPLATES, RULE_KINDS } from '@dropkit/core'
import { FACT_MEANINGS, MAX_RULES, readRule, STORE_SOURCES } from '@dropkit/core/internal'
import { code, heading, json, link, list, type Page, parts, prose, table } from './markdown.ts'

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
      const from = STORE_SOURCES.includes(source as FactSource) ? "Dropkit's store" : 'the chain'
      return `${code(source)}: ${meaning} (${from})`
    })
    .join('; ')
}
