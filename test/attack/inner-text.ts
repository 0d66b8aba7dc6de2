// Detects internal details of the server in responses, which must not be shown.

const INNER: readonly RegExp[] = [
  /\bat (?:async )?[\w.<>[\] ]+ \((?:file:|node:|\/)|\n\s+at /,
  /\.(?:ts|mjs|cjs|js):\d+/,
  /node_modules|node:internal|dist\/src/,
  /sqlite|better-sqlite|knex|postgres|pg_catalog|\bredis\b|\bundici\b/i,
  /\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|\bunique constraint\b/i,
  /mercurius|graphql-jit|fastify|\bajv\b|FST_ERR|MER_ERR|\bfast-json/i,
  /\b(?:Type|Range|Reference|Assertion)Error\b|is not a function|Cannot (?:read|set|convert|destructure)/,
  /Maximum call stack|heap out of memory|ECONN|EPIPE|ENOENT|EACCES/,
  /invariant broken|unreachable:/,
  /\/(?:home|root|tmp|usr|var|srv|work)\//,
]

/** The first internal detail in a response. Text that the request contained may be repeated. */
export function innerTextIn(answer: string, sent: string): string | undefined {
  for (const pattern of INNER) {
    const found = pattern.exec(answer)?.[0]
    if (found !== undefined && !sent.includes(found) && !pattern.test(sent)) return found
  }
  return undefined
}
