import { ActionIcon, Box, Code, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { inForms } from '../words/messages/forms.ts'
import { t } from '../words/messages.ts'
import classes from './components.module.css'
import { CopyButton } from './copy-button.tsx'

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
      <CopyButton value={text}>
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

/** Code that can be copied. Long lines scroll inside the block. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Box className={classes['code'] ?? ''}>
      <Code block className={classes['lines'] ?? ''} tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? inForms('copied') : inForms('copy')} withArrow>
            <ActionIcon
              variant="default"
              className={classes['copy'] ?? ''}
              onClick={copy}
              aria-label={copied ? inForms('labelCopied', { label }) : inForms('copyLabel', { label })}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Box>
  )
}
