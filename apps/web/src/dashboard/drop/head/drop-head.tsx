import {
  ActionIcon,
  Anchor,
  Box,
  Button,
  Group,
  Menu,
  Progress,
  Stack,
  Text,
  Title,
  Tooltip,
} from '@mantine/core'
import {
  IconArrowLeft,
  IconBan,
  IconCalendar,
  IconCheck,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconEye,
  IconFlag,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '../../../components/copy-button.tsx'
import { DropPicture } from '../../../components/drop-picture.tsx'
import { LiveSign, StatusBadge } from '../../../components/status-badge.tsx'
import { claimUrl, serviceNow } from '../../../page/page-data.ts'
import { claimPath } from '../../../words/addresses.ts'
import { amountInWords, bareAmount, count, isRandom, percent } from '../../../words/amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { Card } from '../../card.tsx'
import classes from '../drop.module.css'
import type { ShownDrop } from '../use-drop.ts'
import { ConfirmStatusChange, DeleteDrop, useStatusChanges } from './confirm-status-change.tsx'
import { type StatusChange, type StatusChangeName, statusChangesOf } from './status-changes.ts'

/** The drop's title, state and progress, and the actions for the whole drop. */
export function DropHead({ drop, isUp }: { readonly drop: ShownDrop; readonly isUp: boolean }) {
  return (
    <Stack gap="sm">
      <Anchor component={Link} to="/" size="sm" c="dimmed">
        <Group gap={4} component="span" display="inline-flex">
          <IconArrowLeft size={15} aria-hidden="true" /> {inDrop('allDrops')}
        </Group>
      </Anchor>
      <Card>
        <div className={classes['head']}>
          <Box className={classes['picture']}>
            <DropPicture id={drop.id} imageUrl={drop.imageUrl} widthPx={160} />
          </Box>
          <Stack gap="xs" className={classes['words']}>
            <Group gap="sm">
              <StatusBadge status={drop.status} />
              <LiveSign isUp={isUp} />
            </Group>
            <Title order={1} size="h2" dir="auto">
              {drop.title}
            </Title>
            <Text size="sm" c="dimmed">
              {kindInWords(drop)}
            </Text>
            {drop.status === 'DRAFT' ? null : <ClaimLink drop={drop} />}
            {drop.status === 'DRAFT' || drop.status === 'SCHEDULED' ? (
              <Anchor component={Link} to={`/drops/${drop.id}/preview`} size="sm">
                <Group gap={6} component="span" display="inline-flex">
                  <IconEye size={16} aria-hidden="true" /> {inDrop('previewPage')}
                </Group>
              </Anchor>
            ) : null}
          </Stack>
          <div className={classes['actions']}>
            <DropActions drop={drop} />
          </div>
        </div>
        <ClaimedBar drop={drop} />
      </Card>
    </Stack>
  )
}

/** How much of the pool is claimed. Not announced to screen readers, because a busy drop changes four times per second. */
function ClaimedBar({ drop }: { readonly drop: ShownDrop }) {
  const claimed = bareAmount(drop, drop.claimedAmount)
  const pool = amountInWords(drop, drop.maxAmount ?? '0')
  return (
    <Stack gap={6} mt="lg">
      <Group justify="space-between" align="baseline" gap="xs">
        <Text className="numbers">
          <Text span fw={700} size="xl" ff="heading" data-testid="claimed">
            {claimed}
          </Text>{' '}
          <Text span c="dimmed">
            {inDrop('ofPoolClaimed', { pool })}
          </Text>
        </Text>
        <Text className="numbers" c="dimmed" size="sm">
          {percent(drop.percentClaimed)} · {inDrop('claims2', { claims: drop.claimCount ?? 0 })}
        </Text>
      </Group>
      <Progress.Root size="lg" radius="xl">
        <Progress.Section value={drop.percentClaimed} aria-label={inDrop('howMuchOfPool')} />
      </Progress.Root>
    </Stack>
  )
}

const CLAIM_TYPES = { REGULAR: null, STREAK: inDrop('onceADay'), ELITE: inDrop('gated') } as const

function kindInWords(drop: ShownDrop): string {
  const each =
    drop.tokenAmount === null
      ? inDrop('claimersChooseAmount')
      : isRandom(drop)
        ? drop.randomness === 'BEACON'
          ? inDrop('randomAmountsByPublic')
          : inDrop('randomAmounts')
        : inDrop('amountEach', { amount: amountInWords(drop, drop.tokenAmount) })
  const price = drop.price === null ? inDrop('free') : `${count(drop.price)} ${drop.currency}`
  return [each, price, CLAIM_TYPES[drop.claimType]].filter((part) => part !== null).join(' · ')
}

const ICONS: Readonly<Record<StatusChangeName, ReactNode>> = {
  open: <IconPlayerPlay size={17} />,
  schedule: <IconCalendar size={17} />,
  resume: <IconPlayerPlay size={17} />,
  pause: <IconPlayerPause size={17} />,
  reopen: <IconPlayerPlay size={17} />,
  end: <IconFlag size={17} />,
  cancel: <IconBan size={17} />,
}

const needsWords = ({ name, consequences }: StatusChange): boolean =>
  consequences.length > 0 || name === 'reopen'

/** The actions for the whole drop: the most likely one as a button, the others in a menu. */
function DropActions({ drop }: { readonly drop: ShownDrop }) {
  const [asked, setAsked] = useState<StatusChange | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const statusChanges = useStatusChanges(drop)
  const [first, ...others] = statusChangesOf(drop, serviceNow())
  const begin = (statusChange: StatusChange) =>
    needsWords(statusChange) ? setAsked(statusChange) : statusChanges.make(statusChange, null)
  const isFirstShown = first !== undefined && first.name !== 'cancel'
  const inMenu = isFirstShown ? others : statusChangesOf(drop, serviceNow())

  return (
    <Group gap="xs" wrap="nowrap">
      {isFirstShown ? (
        <Button
          leftSection={ICONS[first.name]}
          variant={first.name === 'pause' ? 'default' : 'filled'}
          // The second click of a double click would undo the first: Pause becomes Resume in the same place.
          onClick={({ detail }) => detail > 1 || begin(first)}
          loading={statusChanges.isPending && asked === null}
        >
          {first.label}
        </Button>
      ) : null}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={inDrop('moreToDoWith')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {inMenu.map((statusChange) => (
            <Menu.Item
              key={statusChange.name}
              leftSection={ICONS[statusChange.name]}
              {...(statusChange.isForGood ? { color: 'red' } : {})}
              onClick={() => begin(statusChange)}
            >
              {statusChange.label}
            </Menu.Item>
          ))}
          {inMenu.length === 0 ? null : <Menu.Divider />}
          <Menu.Item leftSection={<IconTrash size={17} />} color="red" onClick={() => setDeleting(true)}>
            {inDrop('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmStatusChange
        drop={drop}
        statusChange={asked}
        statusChanges={statusChanges}
        onClose={() => setAsked(null)}
      />
      <DeleteDrop drop={drop} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Group>
  )
}

/** The link to the claim page, to open or to copy. */
export function ClaimLink({ drop }: { readonly drop: Pick<ShownDrop, 'shortcode' | 'id'> }) {
  const path = claimPath(drop)
  const shown = claimUrl(drop)
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Anchor href={path} target="_blank" rel="noopener" size="sm" truncate miw={0} dir="ltr">
        {shown.replace(/^https?:\/\//, '')}
      </Anchor>
      <CopyButton value={shown}>
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
