import { Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import classes from './choice-tile.module.css'
import { KindIcon } from './kind-icon.tsx'
import { KINDS, type KindWords } from './rule-kinds.ts'

/** Where there is no rule yet: which kinds there are, one touch away. */
export function FirstRule({
  onAdd,
  isNeeded,
}: {
  readonly onAdd: (kind: KindWords) => void
  /** Whether the drop cannot do without one. */
  readonly isNeeded: boolean
}) {
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        {isNeeded
          ? 'No wallet can claim until you add a rule. What must a wallet have?'
          : 'No rules yet: every wallet can claim. Add a rule to restrict who can claim.'}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {KINDS.map((kind) => (
          <UnstyledButton key={kind.key} className={classes['tile']} onClick={() => onAdd(kind)}>
            <Group gap="sm" wrap="nowrap">
              <KindIcon kind={kind.key} />
              <div>
                <Text fw={600} size="sm">
                  {kind.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {kind.explanation}
                </Text>
              </div>
            </Group>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
