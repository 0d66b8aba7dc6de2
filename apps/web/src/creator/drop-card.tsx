import { Stack, Text, Title } from '@mantine/core'
import type { PublicDropFragment } from '../api/generated/operations.ts'
import { awardWords } from '../claim/award-words.ts'
import { DropPicture } from '../components/drop-picture.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { claimPath } from '../words/claim-path.ts'
import { inClaim } from '../words/messages.ts'
import { inWordsWithZone } from '../words/time.ts'
import classes from './creator-page.module.css'

const OVER = new Set(['SOLD_OUT', 'ENDED'])

/** A drop with what a claim gets, as one link to its claim page. */
export function DropCard({ drop }: { readonly drop: PublicDropFragment }) {
  const isOver = OVER.has(drop.status)
  const { headline, details } = awardWords(drop, isOver)
  const time = timeOf(drop, isOver)
  return (
    <article className={classes['drop']}>
      <DropPicture id={drop.id} imageUrl={drop.imageUrl} widthPx={400} />
      <Stack gap={4} p="md">
        <div>
          <StatusBadge status={drop.status} size="sm" />
        </div>
        <Title order={3} size="h5" lineClamp={2} dir="auto">
          <a href={claimPath(drop)} className={classes['link']}>
            {drop.title}
          </a>
        </Title>
        <Text fw={600} size="sm" className="numbers">
          {headline}
        </Text>
        <Text size="xs" c="dimmed" className="numbers">
          {[details[0], time].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
    </article>
  )
}

function timeOf({ status, startsAt, claimDeadline }: PublicDropFragment, isOver: boolean): string | null {
  if (status === 'SCHEDULED' && startsAt !== null)
    return inClaim('opens', { time: inWordsWithZone(startsAt) })
  return claimDeadline === null || isOver ? null : inClaim('ends', { time: inWordsWithZone(claimDeadline) })
}
