import type { Instant } from '../../domain/instant.ts'

/** Whether the log has all events of a record. For a record that is older than the log, it has only the later ones. */
export type HasAllEvents = (record: { readonly createdAt: Instant }) => boolean
