import { ActionIcon, Anchor, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { claimUrl } from '../../../page/claim-url.ts'
import { claimPath } from '../../../words/claim-path.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import type { ShownDrop } from '../shown-drop.ts'

/** The link to the claim page, to open or to copy. */
export function ClaimLink({ drop }: { readonly drop: Pick<ShownDrop, 'shortcode' | 'id'> }) {
  const path = claimPath(drop)
  const shown = claimUrl(drop)
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Anchor href={path} target="_blank" rel="noopener" size="sm" truncate miw={0} dir="ltr">
        {shown.replace(/^https?:\/\//, '')}
      </Anchor>
      <CopyButton value={shown} timeout={2_000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? inDrop('copied') : inDrop('copyLink')} withArrow>
            <ActionIcon
              variant="subtle"
              color={copied ? 'leaf' : 'gray'}
              onClick={copy}
              aria-label={copied ? inDrop('claimLinkCopied') : inDrop('copyClaimLink')}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
      <Tooltip label={inDrop('openClaimPage')} withArrow>
        <ActionIcon
          component="a"
          href={path}
          target="_blank"
          rel="noopener"
          variant="subtle"
          color="gray"
          aria-label={inDrop('openClaimPageIn')}
        >
          <IconExternalLink size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
