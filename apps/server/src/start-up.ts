import { createRequire } from 'node:module'
import { type Dropkit, type Log, messageOf, type Store } from '@dropkit/core'

const packageJson: { readonly version: string } = createRequire(import.meta.url)('../package.json')

/** The version in the server's package.json. */
export const VERSION = packageJson.version

/** The form of commands in texts: npm scripts in the repository, or `dropkit` if the package is installed. */
type CalledAs = 'npm' | 'dropkit'

/** The sources only run in the repository. The installed package contains compiled JavaScript. */
const CALLED_HERE: CalledAs = import.meta.filename.endsWith('.ts') ? 'npm' : 'dropkit'

/** A command in a column of a help text. The text in the next column keeps its position. */
const IN_COLUMN = /^( {2})(npm .*?)( {2,})(?=\S)/gm
const COMMAND = /npm (?:start|run (?:--silent )?([\w-]+))(?: --(?= ))?/g

/** Replaces the npm scripts in a text for operators by the commands that work in this installation. */
export const inWordsHere = (text: string): string => inWordsOf(CALLED_HERE, text)

export function inWordsOf(calledAs: CalledAs, text: string): string {
  if (calledAs === 'npm') return text
  const columns = text.replace(
    IN_COLUMN,
    (_, indent: string, command: string, gap: string) =>
      indent + renamed(command).padEnd(command.length + gap.length),
  )
  return renamed(columns)
    .replaceAll('[-- --', '[--')
    .replaceAll('Put its options after -- as below', 'Its options are named below')
    .replaceAll('put options after --, as below', 'put options of a script after --')
}

const renamed = (text: string): string =>
  text.replace(COMMAND, (_, verb: string | undefined) => (verb === undefined ? 'dropkit' : `dropkit ${verb}`))

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

/** An error that prevents the start and that the operator can fix. Only its message is shown. */
export class StartUpError extends Error {
  constructor(message: string, cause?: unknown) {
    super(inWordsHere(message), { cause })
    this.name = 'StartUpError'
  }
}
