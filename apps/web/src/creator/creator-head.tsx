import { Avatar, Text, Title } from '@mantine/core'
import type { CreatorOfPageQuery } from '../api/generated/operations.ts'
import { pictureSources } from '../page/shown-picture.ts'
import { CreatorLinks } from './creator-links.tsx'
import classes from './creator-page.module.css'

type Creator = NonNullable<CreatorOfPageQuery['creator']>

/** The cover, the picture and the name of a creator. */
export function CreatorHead({ creator }: { readonly creator: Creator }) {
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
