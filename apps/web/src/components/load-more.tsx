import { Button, Group } from '@mantine/core'
import { inForms } from '../words/messages/forms.ts'

interface Pages {
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

/** The end of a paged list (`usePages`). Shows nothing if all pages are loaded. */
export const LoadMore = ({ list }: { readonly list: Pages }) =>
  list.hasMore ? (
    <Group justify="center" mt="lg">
      <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
        {inForms('loadMore')}
      </Button>
    </Group>
  ) : null
