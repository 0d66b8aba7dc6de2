/** Finds the sessions of a user beyond the newest. */
export const sessionsOfUser = (): string[] => ['create index sessions_of_user on sessions (user_id, id)']
