import { parseAddress } from '../../domain/address.ts'
import { type DropId, readId, type TokenId, type UserId } from '../../domain/ids.ts'
import { refusalToChange } from '../../domain/ownership.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Deployment, type Token, tokenEvent } from '../../domain/token.ts'
import type { Caller } from '../../domain/user.ts'
import type {
  Change,
  DropFilter,
  JobRequest,
  Ports,
  TransactionEffects,
  TransactionOutcome,
} from '../../ports/index.ts'
import { orConflict } from '../chain/chain-refusal.ts'
import { parseTxHash } from '../parse-input.ts'

type DeployPorts = Pick<Ports, 'store' | 'chain' | 'clock'>

/** The unsigned publish transaction, base64, for the owner's wallet to sign and execute. */
export async function prepareTokenDeployment(
  ports: DeployPorts,
  caller: Caller,
  input: { readonly tokenId: string; readonly senderAddress: string },
): Promise<Result<string, Refusal>> {
  const sender = parseAddress(input.senderAddress, 'senderAddress')
  if (!sender.ok) return sender
  const token = await findOwnToken(ports, caller, input.tokenId)
  if (!token.ok) return token
  if (token.value.deployment.kind === 'DEPLOYED') return err(alreadyDeployed(token.value.deployment))
  return orConflict(await ports.chain.prepareTokenDeployment(token.value, sender.value))
}

/**
 * Looks up the publish transaction on the chain and stores its results. The same hash again changes nothing. A failed
 * transaction makes the token FAILED, and another one may be tried.
 */
export async function confirmTokenDeployment(
  ports: DeployPorts,
  caller: Caller,
  input: { readonly tokenId: string; readonly txHash: string },
): Promise<Result<Token, Refusal>> {
  const txHash = parseTxHash(input.txHash)
  if (!txHash.ok) return txHash
  const token = await findOwnToken(ports, caller, input.tokenId)
  if (!token.ok) return token
  const repeated = answerIfKnown(token.value, txHash.value)
  if (repeated) return repeated

  const outcome = await ports.chain.outcome(txHash.value)
  if (!outcome.ok) return outcome
  const deployment = deploymentFrom(token.value, txHash.value, outcome.value)
  if (!deployment.ok) return deployment
  const waiting = await dropsWaitingFor(ports, caller, token.value.id)
  const changed = await ports.store.changeToken(token.value.id, (current) =>
    current === null
      ? { result: err(notFound('Token')) }
      : deploy(current, deployment.value, {
          txHash: txHash.value,
          waiting,
          now: ports.clock.now(),
          actorId: caller.user.id,
        }),
  )
  if (!changed.ok) throw new Error('invariant broken: a deployment has no unique field of its own')
  return changed.value
}

async function findOwnToken(ports: DeployPorts, caller: Caller, id: string): Promise<Result<Token, Refusal>> {
  const tokenId = readId('token', id)
  const token = tokenId && (await ports.store.tokens([tokenId])).get(tokenId)
  if (!token) return err(notFound('Token'))
  const refusal = refusalToChange(caller, token.creatorId)
  return refusal ? err(refusal) : ok(token)
}

const alreadyDeployed = (deployment: Extract<Deployment, { kind: 'DEPLOYED' }>): Refusal => ({
  kind: 'conflict',
  reason: 'TOKEN_DEPLOYED',
  message: `This token is deployed already, as ${deployment.coinType}`,
})

/** The answer if the transaction is known already, or if the token needs no other one. */
function answerIfKnown(token: Token, txHash: string): Result<Token, Refusal> | undefined {
  const { deployment } = token
  if (deployment.kind === 'PENDING') return undefined
  if (deployment.txHash === txHash) return ok(token)
  return deployment.kind === 'DEPLOYED' ? err(alreadyDeployed(deployment)) : undefined
}

function deploymentFrom(
  token: Token,
  txHash: string,
  outcome: TransactionOutcome,
): Result<Deployment, Refusal> {
  switch (outcome.kind) {
    case 'absent':
    case 'pending':
      return err({ kind: 'tx_not_found', txHash })
    case 'failed':
      return ok({ kind: 'FAILED', txHash, reason: outcome.reason })
    case 'succeeded': {
      const coin = outcome.effects.published.find((published) => isOf(token, published))
      if (!coin)
        return err(badInput('txHash', 'OTHER_TRANSACTION', 'This transaction does not publish this token'))
      return ok({
        kind: 'DEPLOYED',
        address: coin.address,
        packageId: coin.packageId,
        coinType: coin.coinType,
        txHash,
      })
    }
  }
}

const isOf = (token: Token, coin: TransactionEffects['published'][number]): boolean =>
  coin.tokenId === token.id && coin.decimals === token.decimals && coin.supply === token.totalSupply

const DROPS_AT_ONCE = 200
/** How many of a user's and of all users' drops are looked for. Anyone may create any number of drops of a token. */
const MOST_WAITING = 1_000

/**
 * Drops that were created before their token was deployed. Their vaults can be opened now: the newest of the token's owner
 * and the newest of all users. A claim, or its owner, opens the vault of any other drop (`fillUpVault`).
 */
async function dropsWaitingFor(
  ports: DeployPorts,
  caller: Caller,
  tokenId: TokenId,
): Promise<readonly JobRequest[]> {
  const own = await newestOf(ports, caller, { tokenId, creatorId: caller.user.id })
  const all = await newestOf(ports, caller, { tokenId })
  return [...own, ...all]
}

async function newestOf(ports: DeployPorts, caller: Caller, filter: DropFilter): Promise<JobRequest[]> {
  const now = ports.clock.now()
  const waiting: JobRequest[] = []
  let after: DropId | undefined
  for (let read = 0; read < MOST_WAITING; read += DROPS_AT_ONCE) {
    const drops = await ports.store.listDrops(filter, caller.user.id, { limit: DROPS_AT_ONCE, after })
    for (const { id, creatorId, vault } of drops)
      if (vault.kind === 'none')
        waiting.push({ kind: 'open_vault', subject: id, ownerId: creatorId, dueAt: now })
    after = drops.at(-1)?.id
    if (drops.length < DROPS_AT_ONCE) break
  }
  return waiting
}

interface Deploying {
  readonly txHash: string
  /** The work of drops that wait for the deployment. */
  readonly waiting: readonly JobRequest[]
  readonly now: number
  readonly actorId: UserId
}

function deploy(
  current: Token,
  deployment: Deployment,
  { txHash, waiting, now, actorId }: Deploying,
): Change<Result<Token, Refusal>> {
  const repeated = answerIfKnown(current, txHash)
  if (repeated) return { result: repeated }
  const token: Token = { ...current, deployment, updatedAt: now }
  const isDeployed = deployment.kind === 'DEPLOYED'
  return {
    result: ok(token),
    update: { tokens: [token] },
    effect: { kind: 'token', id: token.id },
    events: [tokenEvent(isDeployed ? 'token.deployed' : 'token.failed', token, now, actorId)],
    jobs: isDeployed ? waiting : [],
  }
}
