/** How messages call the store. The URL of a Postgres may hold a password, that of a file holds none. */
export const storeName = (databaseUrl: string): string =>
  databaseUrl.startsWith('sqlite:')
    ? `${databaseUrl} (DATABASE_URL, or without it DATA_DIR, says where)`
    : 'of DATABASE_URL'
