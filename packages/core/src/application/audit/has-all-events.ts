import type { Instant } from '../../domain/instant.ts'

/** Whether the log has all events of a record. It has only the later ones of a record that is older than the log. */
export type HasAllEvents = (record: { readonly createdAt: Instant }) => boolean
