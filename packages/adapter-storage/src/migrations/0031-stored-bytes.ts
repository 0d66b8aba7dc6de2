/**
 * The number of bytes that each user has stored so far, under the keys that core uses (`user-limits.ts`): files, and the
 * texts of drops. Smaller things that were created before this release are not counted.
 */
export const storedBytes = (): string[] => [
  `insert into key_values (key, value)
   select 'limits/stored-in-all/' || owner_id, '0 ' || cast(sum(bytes) as text)
   from (
     select owner_id, size_bytes + 1000 as bytes from files
     union all
     select creator_id, 2500 + length(title) + coalesce(length(description), 0) + length(cast(metadata as text))
     from drops where deleted_at is null
   ) stored
   group by owner_id`,
]
