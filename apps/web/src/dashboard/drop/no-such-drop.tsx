import { IconZoomQuestion } from '@tabler/icons-react'
import { EmptyState } from '../../components/list-parts.tsx'
import { inDrop } from '../../words/messages/drop.ts'

/** Shown if the drop does not exist or belongs to another user. */
export const NoSuchDrop = () => (
  <EmptyState order={1} icon={<IconZoomQuestion size={28} />} title={inDrop('dropNotFound')}>
    {inDrop('itMayHaveBeen')}
  </EmptyState>
)
