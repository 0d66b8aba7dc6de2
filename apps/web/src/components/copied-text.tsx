import { ActionIcon, Code, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '../words/messages.ts'

/** A text that one wants elsewhere: an address, a link, a secret. `shown` stands for it where it is too long. */
export function CopiedText({
  text,
  shown = text,
  label,
}: {
  readonly text: string
  readonly shown?: string
  /** What it is, for those who hear the page: "address", "secret". */
  readonly label: string
}) {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <Code style={{ overflowWrap: 'anywhere' }}>{shown}</Code>
      <CopyButton value={text} timeout={2_000}>
        {({ copied, copy }) => (
          // A tooltip would bring its own positioning to pages that have to be light.
          <ActionIcon
            variant="subtle"
            color={copied ? 'leaf' : 'gray'}
            onClick={copy}
            title={t(copied ? 'copied' : 'copy')}
            aria-label={t(copied ? 'copiedNamed' : 'copyNamed', { name: label })}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  )
}
