import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { GatingTemplatesDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { inGating } from '../../words/messages/gating.ts'
import { KIND_WORDS } from './kind-words.ts'
import { KINDS, type RuleKind } from './rule-kinds.ts'
import type { Rule } from './rules.ts'

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
export function AddRuleMenu({ onAdd }: { readonly onAdd: (kind: RuleKind) => void }) {
  return (
    <Menu {...MENU}>
      <Menu.Target>
        <Button variant="light" rightSection={<IconChevronDown size={16} />}>
          {inGating('addRule')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map((kind) => (
          <Menu.Item key={kind.key} onClick={() => onAdd(kind)}>
            <Text size="sm" fw={600}>
              {KIND_WORDS[kind.key].name}
            </Text>
            <Text size="xs">{KIND_WORDS[kind.key].explanation}</Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The menu of rule templates, which the server defines. */
export function TemplatesMenu({ onUse }: { readonly onUse: (rules: readonly Rule[]) => void }) {
  const { data } = useRead(GatingTemplatesDocument, {}, { staleTime: 600_000 })
  if (!data || data.gatingTemplates.length === 0) return null
  return (
    <Menu {...MENU}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />}>
          {inGating('startFromTemplate')}
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
