import { Anchor, Text } from '@mantine/core'
import { HasCreatorPageDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { inSettings } from '../../words/messages/settings.ts'

/** A link to the user's public page, or when there will be one. */
export function CreatorPageLink({ username }: { readonly username: string }) {
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
