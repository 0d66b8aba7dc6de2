import { Anchor, Box, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconEye } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DropPicture } from '../../../components/drop-picture.tsx'
import { LiveSign } from '../../../components/live-sign.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { count, percent } from '../../../words/amount.ts'
import { amountInWords, bareAmount, isRandom } from '../../../words/drop-amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'
import { ClaimLink } from './claim-link.tsx'
import { DropActions } from './drop-actions.tsx'
import classes from './drop-head.module.css'

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
