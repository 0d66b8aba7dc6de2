import { isPublicDrop } from '@dropkit/core/internal'
import { Anchor, Avatar, Group, Text } from '@mantine/core'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { pictureSources } from '../page/shown-picture.ts'
import { inClaim } from '../words/messages.ts'

/** Who gives the drop away, with a link to the creator's page if it shows this drop. */
export function CreatorLine({ drop }: { readonly drop: ClaimableDropFragment }) {
  const { creator } = drop
  const picture = pictureSources(creator.logo ?? creator.avatarUrl, 24)
  const name = <bdi>{creator.displayName ?? creator.username}</bdi>
  return (
    <Group gap={6} mt={4} wrap="nowrap">
      {picture === null ? null : (
        <Avatar src={picture.src} size={24} radius={creator.logo === null ? 'xl' : 'sm'} alt="" />
      )}
      <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {inClaim.rich('by', {
          name: () =>
            isPublicDrop(drop) ? (
              <Anchor href={`/c/${creator.username}`} inherit underline="always">
                {name}
              </Anchor>
            ) : (
              name
            ),
        })}
      </Text>
    </Group>
  )
}
