/** What the chain, a wallet or the browser says, and what it means to a person. The first that fits counts. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /EInsufficientVault|ENoVault|EVaultClosed|EVaultChanged/,
    'The drop holds too little on the chain right now.',
  ],
  [
    /insufficient|not enough|too few coins|no valid gas coins/i,
    'The wallet has too few coins. Nothing was sent. Add coins, or use another wallet.',
  ],
  [/EPaused/, 'Claims are paused right now. Try again later.'],
  [/EExpired/, 'The time to finish this claim is over. Claim again.'],
  [/ENonceUsed/, 'This has been claimed already.'],
  [/EBadSignature/, 'The chain did not accept this claim. Reload the page and claim again.'],
  [/EBalanceOverflow/, 'The receiver’s balance would become larger than the chain allows.'],
  [/deny.?list|CoinDeny|EWrongCoin/i, 'The issuer of the coin does not let this wallet receive it.'],
  [/reject|declin|denied|cancel|said no/i, 'You declined in your wallet. Nothing was sent.'],
  [/transaction was lost/, 'The transaction did not reach the chain.'],
  [/timed? ?out|timeout|unavailable|not reached|cannot be reached/i, 'The chain does not answer right now.'],
  [
    /module script|dynamically imported/i,
    'A part of this page could not be loaded. Check your connection and reload the page.',
  ],
  [/failed to fetch|networkerror|load failed/i, 'The connection was lost. Try again.'],
]

/** The meaning of a technical reason, in a sentence; undefined if it is not known. */
export const chainReason = (reason: string): string | undefined =>
  REASONS.find(([pattern]) => pattern.test(reason))?.[1]

/** Whether a message was written for programmers: by Move, by GraphQL or by JavaScript. */
export const looksTechnical = (message: string): boolean =>
  /\bE[A-Z][A-Za-z]+:|0x[0-9a-f]{6,}|\w::\w|MoveAbort|Variable "\$|Cannot query|Syntax Error|of type "|of non-null|is not a function|\b[A-Z]{3,}_[A-Z]{3,}|Cannot go from/.test(
    message,
  )

/** Why the server could not send a transfer, as a sentence. */
export const transferReason = (reason: string): string =>
  /insufficient/i.test(reason) ? 'The account that sends it has too few coins.' : technicalReason(reason)

/** A reason that the server or the chain gives, as a sentence for people, also if it is not a known one. */
export const technicalReason = (reason: string): string =>
  chainReason(reason) ??
  (looksTechnical(reason) ? 'The chain gave a reason that only programs understand.' : sentence(reason))

const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.')
