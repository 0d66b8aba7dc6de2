import { Alert, Group, SimpleGrid, Stack, Switch, Text, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { inGating } from '../../words/messages/gating.ts'
import { AddRuleMenu, TemplatesMenu } from './add-rule-menu.tsx'
import classes from './choice-tile.module.css'
import { useKnownCoins } from './coins.ts'
import { useDropTitles } from './drop-titles.ts'
import { KindIcon } from './kind-icon.tsx'
import { KIND_WORDS } from './kind-words.ts'
import { RuleCard } from './rule-card.tsx'
import { KINDS, type RuleKind } from './rule-kinds.ts'
import { ownDescription } from './rule-sentence.ts'
import type { Gating, Rule, RuleFaults } from './rules.ts'

export interface GatingEditorProps {
  readonly value: Gating
  readonly onChange: (value: Gating) => void
  /** The drop's token, whose amounts are typed in whole tokens. Null until it is chosen. */
  readonly token: { readonly symbol: string; readonly decimals: number } | null
  /** Errors by field (`rules[0].value`): those of `faultsOfRules` once they are to be shown, and those of the server. */
  readonly faults?: RuleFaults
  /** Whether the rules can be turned off as a whole. Not offered for new drops. */
  readonly hasSwitch?: boolean
  /** Whether the drop requires a rule, as an ELITE drop does. */
  readonly isNeeded?: boolean
}

/** Shown if there is no rule yet: all kinds of rules, one click each. */
function FirstRule({
  onAdd,
  isNeeded,
}: {
  readonly onAdd: (kind: RuleKind) => void
  /** Whether the drop requires a rule. */
  readonly isNeeded: boolean
}) {
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        {isNeeded ? inGating('noWalletCanClaim') : inGating('noRulesYetEvery')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {KINDS.map((kind) => (
          <UnstyledButton key={kind.key} className={classes['tile']} onClick={() => onAdd(kind)}>
            <Group gap="sm" wrap="nowrap">
              <KindIcon kind={kind.key} />
              <div>
                <Text fw={600} size="sm">
                  {KIND_WORDS[kind.key].name}
                </Text>
                <Text size="xs" c="dimmed">
                  {KIND_WORDS[kind.key].explanation}
                </Text>
              </div>
            </Group>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </Stack>
  )
}

/** The editor for the rules that decide who may claim. */
export function GatingEditor({
  value,
  onChange,
  token,
  faults = {},
  hasSwitch = false,
  isNeeded = false,
}: GatingEditorProps) {
  const coins = useKnownCoins()
  const drops = useDropTitles()
  const keys = useRuleKeys(value.rules.length)
  const setRules = (rules: readonly Rule[]) => onChange({ ...value, rules })
  const add = ({ key, first }: RuleKind) => setRules([...value.rules, { key, ...first, description: null }])
  const take = (rules: readonly Rule[]) => setRules([...value.rules, ...rules])
  const change = (index: number, part: Partial<Rule>) =>
    setRules(
      value.rules.map((rule, at) => {
        if (at !== index) return rule
        // A generated description would be wrong after the change, so only one that the creator wrote is kept.
        return { ...rule, description: ownDescription(rule, { token, coins, drops }), ...part }
      }),
    )
  const remove = (index: number) => {
    keys.remove(index)
    setRules(value.rules.filter((_rule, at) => at !== index))
  }

  return (
    <Stack gap="md">
      {hasSwitch ? (
        <Switch
          label={inGating('rulesAreInForce')}
          description={inGating('whenOffRulesAre')}
          checked={value.isActive}
          onChange={(event) => onChange({ ...value, isActive: event.currentTarget.checked })}
        />
      ) : null}
      {value.rules.length > 1 ? (
        <Text size="sm" c="dimmed">
          {inGating('allRules', { count: value.rules.length })}
        </Text>
      ) : null}
      {value.rules.map((rule, index) => (
        <RuleCard
          key={keys.of(index)}
          index={index}
          rule={rule}
          onChange={(part) => change(index, part)}
          onRemove={() => remove(index)}
          faults={faults}
          token={token}
          coins={coins}
          drops={drops}
        />
      ))}
      {value.rules.length === 0 ? <FirstRule onAdd={add} isNeeded={isNeeded} /> : null}
      <Group gap="sm">
        {value.rules.length === 0 ? null : <AddRuleMenu onAdd={add} />}
        <TemplatesMenu onUse={take} />
      </Group>
      {faults['rules'] === undefined ? null : (
        <Alert color="red" variant="light" role="alert">
          {faults['rules']}
        </Alert>
      )}
    </Stack>
  )
}

/** Stable React keys for rules, which have no ids: the typed text stays with its rule when an earlier rule is removed. */
function useRuleKeys(length: number) {
  const next = useRef(0)
  const keys = useRef<number[]>([])
  while (keys.current.length < length) keys.current.push(next.current++)
  keys.current.length = length
  return {
    of: (index: number) => keys.current[index],
    remove: (index: number) => keys.current.splice(index, 1),
  }
}
