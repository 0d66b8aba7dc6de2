import { ActionIcon, Box, Code, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { inForms } from '../words/messages/forms.ts'
import classes from './code-block.module.css'

/** Code that can be copied. Long lines scroll inside the block. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <Box className={classes['frame'] ?? ''}>
      <Code block className={classes['lines'] ?? ''} tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
      <CopyButton value={text} timeout={2_000}>
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
