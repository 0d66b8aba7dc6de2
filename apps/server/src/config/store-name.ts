/** The name of the store in messages. Only a Postgres URL may contain a password, so only that is hidden. */
export const storeName = (databaseUrl: string): string =>
  databaseUrl.startsWith('sqlite:')
    ? `${databaseUrl} (DATABASE_URL, or without it DATA_DIR, says where)`
    : 'of DATABASE_URL'
