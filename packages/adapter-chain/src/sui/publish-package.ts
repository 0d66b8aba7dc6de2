import { type Address, type ChainAnswer, ok } from '@dropkit/core'
import type { Signer } from '@mysten/sui/cryptography'
import { Transaction } from '@mysten/sui/transactions'
import type { CompiledPackage } from './coin-template.ts'
import type { SuiNode } from './node-facts.ts'
import { buildOrRefusal } from './read-outcome.ts'
import { type Sent, signAndSend } from './submit-transaction.ts'

export type Publication =
  | {
      readonly kind: 'published'
      readonly packageId: Address
      /** The owner of this object may upgrade the package. Null if the package is immutable. */
      readonly upgradeCap: Address | null
      readonly digest: string
    }
  | Exclude<Sent, { readonly kind: 'succeeded' }>

/** Publishes a package from the signer's account, which pays the gas. */
export async function publishPackage(
  node: SuiNode,
  signer: Signer,
  compiled: CompiledPackage,
  { keepUpgradeCap }: { readonly keepUpgradeCap: boolean },
): Promise<ChainAnswer<Publication>> {
  const transaction = new Transaction()
  transaction.setSender(signer.toSuiAddress())
  const cap = transaction.publish({
    modules: [...compiled.modules],
    dependencies: [...compiled.dependencies],
  })
  if (keepUpgradeCap) transaction.transferObjects([cap], signer.toSuiAddress())
  else transaction.moveCall({ target: '0x2::package::make_immutable', arguments: [cap] })

  const built = await buildOrRefusal(node, transaction)
  if (!built.ok) return built
  if (typeof built.value === 'string') return ok({ kind: 'refused', reason: built.value })
  const sent = await signAndSend(node, signer, built.value)
  if (sent.kind !== 'succeeded') return ok(sent)
  const { digest, created } = sent
  const published = created.find(({ type }) => type === null)
  if (!published) return ok({ kind: 'unknown', digest, reason: 'the node names no package' })
  const createdCap = created.find(({ type }) => type?.endsWith('::package::UpgradeCap'))
  const upgradeCap = keepUpgradeCap && createdCap ? createdCap.id : null
  return ok({ kind: 'published', packageId: published.id, upgradeCap, digest })
}
