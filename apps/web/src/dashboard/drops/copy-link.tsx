import { ActionIcon, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconExternalLink, IconLink } from '@tabler/icons-react'
import { claimUrl } from '../../page/claim-url.ts'
import { claimPath } from '../../words/claim-path.ts'
import { inDashboard } from '../../words/messages/dashboard.ts'
import classes from './drop-card.module.css'

/** The link to a drop's claim page, to copy or to open. */
export function CopyLink({
  drop,
}: {
  readonly drop: { readonly id: string; readonly title: string; readonly shortcode: string | null }
}) {
  return (
    <Group gap={2} wrap="nowrap" className={classes['above'] ?? ''}>
      <CopyButton value={claimUrl(drop)} timeout={2_000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? inDashboard('copied') : inDashboard('copyClaimLink')} withArrow>
            <ActionIcon
              variant="subtle"
              color={copied ? 'leaf' : 'gray'}
              size="lg"
              onClick={copy}
              aria-label={inDashboard(copied ? 'claimLinkCopied' : 'copyClaimLinkOf', { title: drop.title })}
            >
              {copied ? <IconCheck size={18} /> : <IconLink size={18} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
      <Tooltip label={inDashboard('openClaimPage')} withArrow>
        <ActionIcon
          component="a"
          href={claimPath(drop)}
          target="_blank"
          rel="noopener"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={inDashboard('openClaimPageOf', { title: drop.title })}
        >
          <IconExternalLink size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
