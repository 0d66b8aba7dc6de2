import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { inSettings } from '../../words/messages/settings.ts'
import { linkFault, MAX_LINKS } from './typed-links.ts'

/** The links of the creator's page, one per line. */
export function LinksField({
  links,
  onChange,
  error,
}: {
  /** As typed. */
  readonly links: readonly string[]
  readonly onChange: (links: readonly string[]) => void
  readonly error: string | undefined
}) {
  return (
    <Stack gap="xs" role="group" aria-label={inSettings('links')}>
      <div>
        <Text size="sm" fw={600} component="span">
          {inSettings('links')}
        </Text>
        <Text size="xs" c="dimmed">
          {inSettings('linksText')}
        </Text>
      </div>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, and lines do not move.
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            type="url"
            inputMode="url"
            dir="ltr"
            aria-label={inSettings('linkNumber', { number: index + 1 })}
            placeholder="https://x.com/…"
            value={link}
            onChange={({ currentTarget }) => onChange(links.with(index, currentTarget.value))}
            error={linkFault(links, index)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={() => onChange(links.toSpliced(index, 1))}
            aria-label={inSettings('removeLink', { number: index + 1 })}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {error === undefined ? null : (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {links.length >= MAX_LINKS ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: 'start' }}
          onClick={() => onChange([...links, ''])}
        >
          {inSettings('addLink')}
        </Button>
      )}
    </Stack>
  )
}
