import { Alert, Button, Group, Menu, SimpleGrid, Stack, Switch, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef } from 'react'
import { GatingTemplatesDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { inForms } from '../../words/messages/forms.ts'
import classes from './choice-tile.module.css'
import { KIND_PARTS, KindIcon, RuleCard } from './rule-card.tsx'
import { useDropTitles, useKnownCoins } from './rule-choices.ts'
import { KINDS, type RuleKind } from './rule-kinds.ts'
import { changedRule, type EditedRule, type Gating, type Rule, type RuleErrors } from './rules.ts'

export interface GatingEditorProps {
  readonly value: Gating
  readonly onChange: (value: Gating) => void
  /** The drop's token, whose amounts are typed in whole tokens. Null until it is chosen. */
  readonly token: { readonly symbol: string; readonly decimals: number } | null
  /** Errors by field (`rules[0].value`): those of `ruleErrors` once they are to be shown, and those of the server. */
  readonly errors?: RuleErrors
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
        {isNeeded ? inForms('noWalletCanClaim') : inForms('noRulesYetEvery')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {KINDS.map((kind) => (
          <UnstyledButton key={kind.key} className={classes['tile']} onClick={() => onAdd(kind)}>
            <Group gap="sm" wrap="nowrap">
              <KindIcon kind={kind.key} />
              <div>
                <Text fw={600} size="sm">
                  {KIND_PARTS[kind.key].name}
                </Text>
                <Text size="xs" c="dimmed">
                  {KIND_PARTS[kind.key].explanation}
                </Text>
              </div>
            </Group>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </Stack>
  )
}

/**
 * The menu is rendered inside of `main`, so that its content is in a landmark. The focus placeholder is omitted, because it
 * is not a menu item.
 */
const MENU = {
  position: 'bottom-start',
  width: 300,
  withInitialFocusPlaceholder: false,
  portalProps: { target: 'main' },
} as const

/** The menu that adds another rule. */
function AddRuleMenu({ onAdd }: { readonly onAdd: (kind: RuleKind) => void }) {
  return (
    <Menu {...MENU}>
      <Menu.Target>
        <Button variant="light" rightSection={<IconChevronDown size={16} />}>
          {inForms('addRule')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map((kind) => (
          <Menu.Item key={kind.key} onClick={() => onAdd(kind)}>
            <Text size="sm" fw={600}>
              {KIND_PARTS[kind.key].name}
            </Text>
            <Text size="xs">{KIND_PARTS[kind.key].explanation}</Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The menu of rule templates, which the server defines. */
function TemplatesMenu({ onUse }: { readonly onUse: (rules: readonly Rule[]) => void }) {
  const { data } = useRead(GatingTemplatesDocument, {}, { staleTime: 600_000 })
  if (!data || data.gatingTemplates.length === 0) return null
  return (
    <Menu {...MENU}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />}>
          {inForms('startFromTemplate')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data.gatingTemplates.map(({ id, name, description, rules }) => (
          <Menu.Item key={id} onClick={() => onUse(rules)}>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="xs">{description}</Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The editor for the rules that decide who may claim. */
export function GatingEditor({
  value,
  onChange,
  token,
  errors = {},
  hasSwitch = false,
  isNeeded = false,
}: GatingEditorProps) {
  const coins = useKnownCoins()
  const drops = useDropTitles()
  const keys = useRuleKeys(value.rules.length)
  const setRules = (rules: readonly EditedRule[]) => onChange({ ...value, rules })
  const add = ({ key, first }: RuleKind) => setRules([...value.rules, { key, ...first, description: null }])
  const take = (rules: readonly Rule[]) => setRules([...value.rules, ...rules])
  const change = (index: number, part: Partial<Rule>) =>
    setRules(value.rules.map((rule, at) => (at === index ? changedRule(rule, part) : rule)))
  const remove = (index: number) => {
    keys.remove(index)
    setRules(value.rules.filter((_rule, at) => at !== index))
  }

  return (
    <Stack gap="md">
      {hasSwitch ? (
        <Switch
          label={inForms('rulesAreInForce')}
          description={inForms('whenOffRulesAre')}
          checked={value.isActive}
          onChange={(event) => onChange({ ...value, isActive: event.currentTarget.checked })}
        />
      ) : null}
      {value.rules.length > 1 ? (
        <Text size="sm" c="dimmed">
          {inForms('allRules', { count: value.rules.length })}
        </Text>
      ) : null}
      {value.rules.map((rule, index) => (
        <RuleCard
          key={keys.of(index)}
          index={index}
          rule={rule}
          onChange={(part) => change(index, part)}
          onRemove={() => remove(index)}
          errors={errors}
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
      {errors['rules'] === undefined ? null : (
        <Alert color="red" variant="light" role="alert">
          {errors['rules']}
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
