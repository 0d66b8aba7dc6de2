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
import { CreatorOfPageDocument, type CreatorOfPageQuery } from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { FaultMessage } from '../components/fault-message.tsx'
import { PublicPage } from '../components/public-page.tsx'
import { pictureSources } from '../page/shown-picture.ts'
import { useAccent } from '../page/use-accent.ts'
import { inCreator } from '../words/messages/creator.ts'
import classes from './creator-page.module.css'
import { DropSection } from './drop-section.tsx'
import { shownLink } from './shown-link.ts'

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
export function CreatorPage() {
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
        <FaultMessage fault={error} title={inCreator('notShown')} onRetry={() => void refetch()} />
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
