import { Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { inGating } from '../../words/messages/gating.ts'
import classes from './choice-tile.module.css'
import { KindIcon } from './kind-icon.tsx'
import { KIND_WORDS } from './kind-words.ts'
import { KINDS, type RuleKind } from './rule-kinds.ts'

/** Shown if there is no rule yet: all kinds of rules, one click each. */
export function FirstRule({
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
