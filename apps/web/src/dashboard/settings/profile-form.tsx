import {
  ActionIcon,
  Anchor,
  Avatar,
  Button,
  Card,
  Center,
  Divider,
  Group,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { HasCreatorPageDocument, UpdateProfileDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { ErrorMessage } from '../../components/error-message.tsx'
import { PictureField } from '../../components/picture-field.tsx'
import { shownPicture } from '../../page/shown-picture.ts'
import { errorOutsideFields, fieldError } from '../../words/error-words.ts'
import { inSettings } from '../../words/messages/settings.ts'
import type { Me } from '../creator.ts'
import { type Branding, BrandingFields } from './branding-fields.tsx'
import { linkError, linksTyped, MAX_LINKS } from './typed-links.ts'

/** A link to the user's public page, or when there will be one. */
function CreatorPageLink({ username }: { readonly username: string }) {
  const { data } = useRead(HasCreatorPageDocument, { username })
  if (data === undefined) return null
  return (
    <Text size="sm" c={data.creator === null ? 'dimmed' : 'inherit'}>
      {data.creator === null ? (
        inSettings('noPageYet')
      ) : (
        <Anchor href={`/c/${username}`} inherit underline="always">
          {inSettings('showYourPage')}
        </Anchor>
      )}
    </Text>
  )
}

/** The links of the creator's page, one per line. */
function LinksField({
  links,
  onChange,
  error,
}: {
  /** As typed. */
  readonly links: readonly string[]
  readonly onChange: (links: readonly string[]) => void
  readonly error: string | undefined
}) {
  return (
    <Stack gap="xs" role="group" aria-label={inSettings('links')}>
      <div>
        <Text size="sm" fw={600} component="span">
          {inSettings('links')}
        </Text>
        <Text size="xs" c="dimmed">
          {inSettings('linksText')}
        </Text>
      </div>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, and lines do not move.
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            type="url"
            inputMode="url"
            dir="ltr"
            aria-label={inSettings('linkNumber', { number: index + 1 })}
            placeholder="https://x.com/…"
            value={link}
            onChange={({ currentTarget }) => onChange(links.with(index, currentTarget.value))}
            error={linkError(links, index)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={() => onChange(links.toSpliced(index, 1))}
            aria-label={inSettings('removeLink', { number: index + 1 })}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {error === undefined ? null : (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {links.length >= MAX_LINKS ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: 'start' }}
          onClick={() => onChange([...links, ''])}
        >
          {inSettings('addLink')}
        </Button>
      )}
    </Stack>
  )
}

/** The profile that claimers see. */
export function ProfileForm({ me }: { readonly me: Me }) {
  const [displayName, setDisplayName] = useState(me.displayName ?? '')
  const [bio, setBio] = useState(me.bio ?? '')
  const [avatar, setAvatar] = useState(me.avatarUrl)
  const [branding, setBranding] = useState<Branding>(me)
  const [links, setLinks] = useState(me.links)
  const { logo, cover, accentColor } = branding
  const save = useChange(UpdateProfileDocument, {
    onDone: () => notifications.show({ message: inSettings('yourProfileIsSaved') }),
  })
  const isChanged =
    displayName.trim() !== (me.displayName ?? '') ||
    bio.trim() !== (me.bio ?? '') ||
    avatar !== me.avatarUrl ||
    logo !== me.logo ||
    cover !== me.cover ||
    accentColor !== me.accentColor ||
    JSON.stringify(linksTyped(links)) !== JSON.stringify(me.links)
  const isLinkWrong = links.some((_, index) => linkError(links, index) !== undefined)
  const beside = errorOutsideFields(save.error, [
    'displayName',
    'bio',
    'links',
    'avatar',
    'logo',
    'cover',
    'accentColor',
  ])
  return (
    <Card
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'xl' }}
      component="section"
      aria-label={inSettings('profile')}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({
            input: {
              displayName: displayName.trim() || null,
              bio: bio.trim() || null,
              links: linksTyped(links),
              ...{ avatar, logo, cover, accentColor },
            },
          })
        }}
      >
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              {inSettings('profile')}
            </Title>
            <Text size="sm" c="dimmed">
              {inSettings.rich('shownToEveryoneWho', { username: () => <b>{me.username}</b> })}
            </Text>
          </div>
          <TextInput
            label={inSettings('name')}
            dir="auto"
            placeholder={me.username}
            maxLength={80}
            value={displayName}
            onChange={({ currentTarget }) => setDisplayName(currentTarget.value)}
            error={fieldError(save.error, 'displayName')}
          />
          <Textarea
            label={inSettings('aboutYou')}
            dir="auto"
            placeholder={inSettings('lineOrTwo')}
            autosize
            minRows={2}
            maxLength={1_000}
            value={bio}
            onChange={({ currentTarget }) => setBio(currentTarget.value)}
            error={fieldError(save.error, 'bio')}
          />
          <LinksField links={links} onChange={setLinks} error={fieldError(save.error, 'links')} />
          <PictureField
            label={inSettings('picture')}
            imageUrl={avatar}
            maxEdgePx={256}
            onChange={setAvatar}
            error={fieldError(save.error, 'avatar')}
            preview={
              <Center h="100%">
                <Avatar
                  src={shownPicture(avatar)}
                  name={displayName || me.username}
                  color="leaf"
                  size={88}
                  radius={88}
                  alt=""
                  aria-hidden
                />
              </Center>
            }
          />
          <Divider />
          <BrandingFields branding={branding} onChange={setBranding} error={save.error} />
          <CreatorPageLink username={me.username} />
          {beside ? <ErrorMessage error={beside} /> : null}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!isChanged || isLinkWrong}>
              {inSettings('saveProfile')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
