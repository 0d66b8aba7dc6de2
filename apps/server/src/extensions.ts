import type { OwnFacts, Ports, RuleKind } from '@dropkit/core'
import { type OwnSource, RULE_KINDS } from '@dropkit/core'

/** Ports that a program can bring itself. Those that it does not bring are the server's own. */
export type ReplaceableAdapters = Partial<
  Pick<Ports, 'prices' | 'webhooks' | 'wallets' | 'openId' | 'beacon' | 'signer' | 'ids'>
> & {
  /**
   * A chain of the program's own, instead of the one that `CHAIN` names. It usually comes with `signer` (its vouchers) and
   * `wallets` (its signatures).
   */
  readonly chain?: Ports['chain']
}

/** What a program adds to the server that it starts. */
export interface ServerExtensions {
  /** Kinds of gating rules, beside those that come with Dropkit. All servers on a store need the same ones. */
  readonly ruleKinds?: readonly RuleKind[]
  /** Facts of `own:…` sources, by the name of the source. */
  readonly ownFacts?: Readonly<Record<OwnSource, OwnFacts>>
  readonly adapters?: ReplaceableAdapters
}

/** All kinds of rules of a server, and where those that need it have their facts. */
export type Gating = Pick<Ports, 'ruleKinds' | 'ownFacts'>

/** Adds what an extension brings to what comes with the server. The program's own come after. */
export function gatingOf(
  built: { readonly kinds: readonly RuleKind[]; readonly facts: Readonly<Record<OwnSource, OwnFacts>> },
  { ruleKinds = [], ownFacts = {} }: ServerExtensions,
): Gating {
  const sources: Readonly<Record<OwnSource, OwnFacts>> = { ...built.facts, ...ownFacts }
  return {
    ruleKinds: [...RULE_KINDS, ...built.kinds, ...ruleKinds],
    ownFacts: {
      async ask(request, wallets) {
        const source = sources[request.source as OwnSource]
        if (source === undefined) throw new Error(`this server has no source of facts ${request.source}`)
        return source.ask(request, wallets)
      },
    },
  }
}
