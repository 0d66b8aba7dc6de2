import type { OwnFacts, Ports, RuleKind } from '@dropkit/core'
import { type OwnSource, RULE_KINDS } from '@dropkit/core'

/** Ports that an embedding program can provide. The server uses its own for the rest. */
export type ReplaceableAdapters = Partial<
  Pick<Ports, 'prices' | 'webhooks' | 'wallets' | 'openId' | 'beacon' | 'signer' | 'ids'>
> & {
  /**
   * A chain that replaces the one of `CHAIN`. It usually comes with `signer` (for its vouchers) and `wallets` (for its
   * signatures).
   */
  readonly chain?: Ports['chain']
}

/** The extensions that a program adds to the server it starts. */
export interface ServerExtensions {
  /** Kinds of gating rules in addition to the built-in ones. All servers on a store need the same kinds. */
  readonly ruleKinds?: readonly RuleKind[]
  /** Facts for `own:…` sources, by source name. */
  readonly ownFacts?: Readonly<Record<OwnSource, OwnFacts>>
  readonly adapters?: ReplaceableAdapters
}

/** All rule kinds of a server, and the sources of their facts. */
export type Gating = Pick<Ports, 'ruleKinds' | 'ownFacts'>

/**
 * Combines the built-in rule kinds and facts with those of the program. The program's come last, and replace facts of the
 * same name.
 */
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
