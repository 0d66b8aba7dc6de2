import type { Words } from './words.ts'

/**
 * Users whose events wait for their turn, because they had more deliveries than one run queues: the position up to which
 * their events were queued, and the turn in which that was. Servers of an earlier release queue later events of these
 * users at once, and leave the waiting ones to the servers of this release.
 * No reference to users: queueing must not wait for a change that has locked the user.
 */
export const webhookBacklogs = ({ text, integer, endOften }: Words): string[] => [
  `create table webhook_backlogs (
    user_id ${text} not null primary key,
    position ${integer} not null,
    turn ${integer} not null
  ) ${endOften}`,
]
