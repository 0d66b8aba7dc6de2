import { type Dropkit, type Log, messageOf, type Store } from '@dropkit/core'

const ADMIN = 'admin'

export type FirstStart =
  /** The store already has users, or another server that started at the same time created the admin. */
  | { readonly kind: 'not_first' }
  /** `newKey` is the generated key. It can only be shown now. Null if the operator chose the key. */
  | { readonly kind: 'made'; readonly username: string; readonly newKey: string | null }

/** Creates the user `admin` and its API key on an empty store. Several servers may do this at the same time. */
export async function makeAdminWhenEmpty(
  store: Pick<Store, 'isEmpty'>,
  dropkit: Pick<Dropkit, 'createLocalUser' | 'authenticate'>,
  log: Log,
  chosenKey: string | undefined,
): Promise<FirstStart> {
  if (await store.isEmpty()) {
    const key = { name: 'First key', secret: chosenKey }
    const made = await dropkit.createLocalUser({ username: ADMIN, key })
    if (made.ok) {
      log.info('the user admin was created', { userId: made.value.user.id })
      return { kind: 'made', username: ADMIN, newKey: chosenKey === undefined ? made.value.secret : null }
    }
    if (made.error.kind !== 'conflict') throw new Error(`admin cannot be made: ${messageOf(made.error)}`)
  }
  if (chosenKey !== undefined && !(await dropkit.authenticate(chosenKey)).ok) {
    log.warn('BOOTSTRAP_API_KEY is ignored: it is used only on the first start with an empty store')
  }
  return { kind: 'not_first' }
}
