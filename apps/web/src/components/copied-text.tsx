import { ActionIcon, Code, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '../words/messages.ts'

/** A text to copy, such as an address, a link or a secret. `shown` replaces it on the screen if it is too long. */
export function CopiedText({
  text,
  shown = text,
  label,
}: {
  readonly text: string
  readonly shown?: string
  /** The text's name for screen readers: "address", "secret". */
  readonly label: string
}) {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <Code dir="ltr" style={{ overflowWrap: 'anywhere' }}>
        {shown}
      </Code>
      <CopyButton value={text} timeout={2_000}>
        {({ copied, copy }) => (
          // A tooltip would add its positioning code to pages that must stay small.
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
