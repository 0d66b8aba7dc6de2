import type { Sealed } from '../../domain/drop.ts'
import { utf8 } from '../../domain/encodings.ts'
import type { WebhookId } from '../../domain/ids.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
import type { ReplacedSecret, Webhook } from '../../domain/webhook.ts'
import type { Ports } from '../../ports/index.ts'

const SECRET_BYTES = 32

/** A new secret, and the same one sealed for the store. */
export function makeSecret(
  ports: Pick<Ports, 'webhooks' | 'random' | 'secrets'>,
  id: WebhookId,
): { readonly secret: string; readonly sealed: Sealed } {
  const secret = ports.webhooks.secretFrom(ports.random.bytes(SECRET_BYTES))
  return { secret, sealed: ports.secrets.seal(utf8(secret), SEALED_FOR.secret(id)) }
}

/** The secrets that sign a delivery now: the current one, and the replaced ones that are valid, newest first. */
export const secretsOf = (
  ports: Pick<Ports, 'secrets'>,
  webhook: Webhook,
  now: number,
): readonly string[] => [
  openSecret(ports, webhook.id, webhook.secret),
  ...replacedSecrets(ports, webhook, now).map(({ secret }) => secret),
]

/** The replaced secrets that are still valid, newest first. */
export function replacedSecrets(
  ports: Pick<Ports, 'secrets'>,
  { id, previousSecret, earlierSecrets }: Webhook,
  now: number,
): readonly ReplacedSecret[] {
  const all: ReplacedSecret[] = []
  if (previousSecret) all.push({ ...previousSecret, secret: openSecret(ports, id, previousSecret.secret) })
  if (earlierSecrets)
    all.push(...JSON.parse(textOf(ports.secrets.open(earlierSecrets, SEALED_FOR.earlierSecrets(id)))))
  return all.filter(({ until }) => now < until)
}

export const sealEarlier = (
  ports: Pick<Ports, 'secrets'>,
  id: WebhookId,
  earlier: readonly ReplacedSecret[],
): Sealed => ports.secrets.seal(utf8(JSON.stringify(earlier)), SEALED_FOR.earlierSecrets(id))

export const openSecret = (ports: Pick<Ports, 'secrets'>, id: WebhookId, sealed: Sealed): string =>
  textOf(ports.secrets.open(sealed, SEALED_FOR.secret(id)))

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
