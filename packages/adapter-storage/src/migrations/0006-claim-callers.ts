import type { Words } from './words.ts'

/** The number of claims that each caller has requested on a drop. */
export const claimCallers = ({ text, integer, endByKey }: Words): string[] => [
  `create table claim_callers (
    caller_id ${text} not null,
    drop_id ${text} not null,
    count ${integer} not null,
    primary key (caller_id, drop_id)
  ) ${endByKey}`,
  `insert into claim_callers (caller_id, drop_id, count)
   select caller_id, drop_id, count(*) from claims group by caller_id, drop_id`,
]
