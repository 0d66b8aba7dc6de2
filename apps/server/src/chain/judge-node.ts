// Has its own file, because a server on the fake chain does not load the SDK of Sui.
import { checkPackage, compiledDropkit, nodeFacts, type SuiNode } from '@dropkit/adapter-chain/sui'
import { type Address, type ChainAnswer, ok } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import { KNOWN_CHAIN_IDS, type SuiNetwork } from '../config/sui-settings.ts'

interface ExpectedNode {
  /** Null if only a URL is configured. */
  readonly network: SuiNetwork | null
  readonly packageId: Address
}

/** Null if the node is right, otherwise the reason why no calls may be made to it. */
export type NodeVerdict = string | null

/** Checks that the chain is the one of the configured network. */
export function judgeNetwork(chainId: string, network: SuiNetwork | null): NodeVerdict {
  const known = network === null ? null : KNOWN_CHAIN_IDS[network]
  if (known === null || known === chainId) return null
  return `SUI_NETWORK is ${network}, and the node of SUI_RPC_URL is of another network (${chainId})`
}

/** Checks that a node is on the configured network, and that Dropkit's package is on that network. */
export async function judgeNode(
  node: SuiNode,
  { network, packageId }: ExpectedNode,
): Promise<ChainAnswer<{ readonly chainId: string; readonly verdict: NodeVerdict }>> {
  const facts = await nodeFacts(node)
  if (!facts.ok) return facts
  const { chainId } = facts.value
  const otherNetwork = judgeNetwork(chainId, network)
  if (otherNetwork !== null) return ok({ chainId, verdict: otherNetwork })
  const checked = await checkPackage(node, packageId, await compiledDropkit())
  if (!checked.ok) return checked
  const found = checked.value
  switch (found.kind) {
    case 'same':
      return ok({ chainId, verdict: null })
    case 'absent':
      return ok({
        chainId,
        verdict: `SUI_PACKAGE_ID ${packageId} is not a package on this network (${chainId})`,
      })
    case 'different': {
      const strange =
        found.modules.length > 0 ? `its ${found.modules.join(', ')} are others` : 'modules are missing'
      const verdict = `SUI_PACKAGE_ID ${packageId} is not the package of this version of Dropkit: ${strange}`
      return ok({ chainId, verdict })
    }
    default:
      return unreachable(found)
  }
}
