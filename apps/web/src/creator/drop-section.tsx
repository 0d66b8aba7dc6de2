import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { type DropPhase, type PublicDropFragment, PublicDropsDocument } from '../api/generated/operations.ts'
import { usePages } from '../api/pages.ts'
import { awardWords } from '../claim/award-words.ts'
import { DropPicture } from '../components/drop-picture.tsx'
import { FaultMessage } from '../components/fault-message.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { claimPath } from '../words/claim-path.ts'
import { inCreator } from '../words/messages/creator.ts'
import { inClaim } from '../words/messages.ts'
import { inWordsWithZone } from '../words/time.ts'
import classes from './creator-page.module.css'

const PAGE = 12
const REFRESH_MS = 30_000

const OVER = new Set(['SOLD_OUT', 'ENDED'])

/** A drop with what a claim gets, as one link to its claim page. */
function DropCard({ drop }: { readonly drop: PublicDropFragment }) {
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

/** The drops of one phase, newest first. Shows nothing if there are none. */
export function DropSection({ username, phase }: { readonly username: string; readonly phase: DropPhase }) {
  const list = usePages(PublicDropsDocument, { username, phase }, ({ publicDrops }) => publicDrops, {
    size: PAGE,
    refetchInterval: REFRESH_MS,
  })
  if (list.fault && list.items === undefined)
    return <FaultMessage fault={list.fault} title={inCreator('notShown')} onRetry={list.readAgain} />
  if (list.items === undefined) return phase === 'LIVE' ? <Skeleton h={240} radius="lg" aria-busy /> : null
  if (list.items.length === 0) return null
  return (
    <section aria-labelledby={phase}>
      <Title order={2} size="h4" mb="md" id={phase}>
        {inCreator(phase)}
      </Title>
      <ul className={classes['drops']}>
        {list.items.map((drop) => (
          <li key={drop.id}>
            <DropCard drop={drop} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  )
}
