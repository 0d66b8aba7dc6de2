import { Anchor, Avatar, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import {
  IconBrandDiscord,
  IconBrandGithub,
  IconBrandInstagram,
  IconBrandTelegram,
  IconBrandX,
  IconBrandYoutube,
  IconMapOff,
  IconWorld,
} from '@tabler/icons-react'
import {
  CreatorOfPageDocument,
  type CreatorOfPageQuery,
  type DropPhase,
  type PublicDropFragment,
  PublicDropsDocument,
} from '../api/generated/operations.ts'
import { usePages, useRead } from '../api/reads.ts'
import { awardWords } from '../claim/drop-award.ts'
import { DropPicture } from '../components/drop-picture.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { EmptyState, LoadMore } from '../components/list-parts.tsx'
import { PublicPage } from '../components/page-frame.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { shownLink } from '../page/links.ts'
import { mountPage } from '../page/mount-page.tsx'
import { pictureSources } from '../page/shown-picture.ts'
import { useAccent } from '../page/use-accent.ts'
import { claimPath } from '../words/addresses.ts'
import { messagesOf } from '../words/language.ts'
import english from '../words/messages/creator.json'
import { inClaim } from '../words/messages.ts'
import { inWordsWithZone } from '../words/time.ts'
import classes from './creator-page.module.css'

const inCreator = /* @__PURE__ */ messagesOf(english, () => import('../words/messages/creator.json?de'))

const username = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '')

type Creator = NonNullable<CreatorOfPageQuery['creator']>

const ICONS = {
  'x.com': IconBrandX,
  'twitter.com': IconBrandX,
  't.me': IconBrandTelegram,
  'discord.gg': IconBrandDiscord,
  'discord.com': IconBrandDiscord,
  'github.com': IconBrandGithub,
  'instagram.com': IconBrandInstagram,
  'youtube.com': IconBrandYoutube,
} as const

const isKnown = (host: string): host is keyof typeof ICONS => Object.hasOwn(ICONS, host)

/** The links of a creator. Each shows the host that it leads to. */
function CreatorLinks({ links }: { readonly links: readonly string[] }) {
  return (
    <ul className={classes['links']} aria-label={inCreator('links')}>
      {links.map((link) => {
        const { host, text } = shownLink(link)
        const Icon = isKnown(host) ? ICONS[host] : IconWorld
        return (
          <li key={link}>
            <Anchor
              href={link}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              size="sm"
              dir="ltr"
              className={classes['outside'] ?? ''}
            >
              <Icon size={16} aria-hidden /> {text}
            </Anchor>
          </li>
        )
      })}
    </ul>
  )
}

/** The cover, the picture and the name of a creator. */
function CreatorHead({ creator }: { readonly creator: Creator }) {
  const { username, displayName, bio, logo, avatarUrl } = creator
  const cover = pictureSources(creator.cover, 1008)
  const name = displayName ?? username
  return (
    <header>
      <div className={classes['cover']}>
        {cover === null ? null : <img {...cover} alt="" className={classes['coverPicture']} />}
      </div>
      <Avatar
        src={pictureSources(logo ?? avatarUrl, 96)?.src ?? null}
        name={name}
        color="leaf"
        variant="filled"
        size={96}
        radius={logo === null ? 96 : 'lg'}
        alt=""
        aria-hidden
        className={classes['face']}
      />
      <Title order={1} size="h2" mt="sm" dir="auto" className={classes['text']}>
        {name}
      </Title>
      <Text c="dimmed" size="sm" className={classes['text']}>
        <bdi>@{username}</bdi>
      </Text>
      {bio === null || bio === '' ? null : (
        <Text mt="sm" maw={640} dir="auto" className={classes['text']}>
          {bio}
        </Text>
      )}
      {creator.links.length === 0 ? null : <CreatorLinks links={creator.links} />}
    </header>
  )
}

/** A creator and the creator's public drops. */
function CreatorPage() {
  const { data, error, refetch } = useRead(CreatorOfPageDocument, { username })
  const creator = data?.creator
  const name = creator?.displayName ?? creator?.username
  useDocumentTitle(name === undefined ? inCreator('tabTitle') : inCreator('tabTitleOf', { name }))
  useAccent(creator?.accentColor ?? null)
  return (
    <PublicPage>
      {creator ? (
        <Stack gap={40}>
          <CreatorHead creator={creator} />
          {(['LIVE', 'SCHEDULED', 'ENDED'] as const).map((phase) => (
            <DropSection key={phase} username={creator.username} phase={phase} />
          ))}
        </Stack>
      ) : data === undefined && error ? (
        <ErrorMessage error={error} title={inCreator('notShown')} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Stack aria-busy>
          <VisuallyHidden role="status">{inCreator('loading')}</VisuallyHidden>
          <Skeleton h={200} radius="lg" />
          <Skeleton h={30} w="40%" />
          <Skeleton h={240} mt="lg" radius="lg" />
        </Stack>
      ) : (
        <EmptyState icon={<IconMapOff size={28} />} title={inCreator('noCreator')} order={1}>
          {inCreator('noCreatorText')}
        </EmptyState>
      )}
    </PublicPage>
  )
}

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
function DropSection({ username, phase }: { readonly username: string; readonly phase: DropPhase }) {
  const list = usePages(PublicDropsDocument, { username, phase }, ({ publicDrops }) => publicDrops, {
    size: PAGE,
    refetchInterval: REFRESH_MS,
  })
  if (list.error && list.items === undefined)
    return <ErrorMessage error={list.error} title={inCreator('notShown')} onRetry={list.refetch} />
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

mountPage(<CreatorPage />)
