import { runServer, type TestServer } from './server.ts'

export const ROLES = ['visitor', 'user', 'owner'] as const

export type Role = (typeof ROLES)[number]

/** One credential per role on a server: an anonymous visitor, a user who owns nothing, and the owner of the drops. */
export async function keysOfRoles(
  server: TestServer,
  dataDir: string,
): Promise<Readonly<Record<Role, string>>> {
  const visit = await fetch(`${server.url}/auth/visit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const { token } = (await visit.json()) as { token: string }
  const user = runServer(['apikey', 'create', '--username', 'reader'], {
    DATA_DIR: dataDir,
    DATABASE_URL: server.databaseUrl,
  })
  await user.ended
  return { visitor: token, user: user.output().trim(), owner: server.apiKey }
}
