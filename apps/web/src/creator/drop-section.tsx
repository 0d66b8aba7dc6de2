import { Skeleton, Title } from '@mantine/core'
import { type DropPhase, PublicDropsDocument } from '../api/generated/operations.ts'
import { usePages } from '../api/pages.ts'
import { FaultMessage } from '../components/fault-message.tsx'
import { LoadMore } from '../components/load-more.tsx'
import { inCreator } from '../words/messages/creator.ts'
import classes from './creator-page.module.css'
import { DropCard } from './drop-card.tsx'

const PAGE = 12
const REFRESH_MS = 30_000

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
