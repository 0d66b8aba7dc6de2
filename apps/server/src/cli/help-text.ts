import { settingsTable } from '../config/settings.ts'

/** The usage of each command in two columns, by the command's first word. */
export const USAGES = {
  start: `  npm start                                               starts the server
`,
  apikey: `  npm run --silent apikey -- create --username NAME       prints a new API key; creates the user if needed
          [--name TEXT]                                   name of the key in lists
  npm run --silent apikey -- limit --username NAME        limits the requests of a user over all keys and
          --requests-per-minute NUMBER                    sessions; 0 = no such limit
`,
  verify: `  npm run --silent verify -- FILE.json                    verifies the draws of a finished random drop, or a
                                                          drawn lottery; - reads standard input
          The file contains the data of drop.deleted, or the drop's fields and claims with the same names:
          {"dropId": "drop_…", "maxAmount": "1000", "supply": 10 (null without one),
           "randomnessCommitment": "64 hex digits", "randomnessSeed": "64 hex digits",
           "draws": [{"sequence": 1, "userAddress": "0x…", "amount": "97"}, …]} with every draw, in any order
          A lottery, as the API shows it: {"dropId": "drop_…", "lottery": {…}, "wallets": [all of lotteryWallets],
           "entries": [answers of lotteryEntry]}
`,
  'simulate-drop': `  npm run --silent simulate-drop -- FILE.json             simulates a drop: how long it lasts, what each wallet
                                                          gets, and which claims are refused and why
          [--arrivals MODEL:WALLETS:DURATION]             arrivals: steady, poisson, rush (the duration is its
                                                          half-life) or daily, such as rush:100000:10m
          [--wallets FILE.csv]                            the wallets: one per line, or a table with a header
          [--seed NUMBER] [--runs NUMBER]                 the seed (default 0); compares that many seeds
          [--format text|json] [--svg FILE.svg]           output for programs; a picture
          The file contains the drop as for createDrop, with its rules, and the arrivals:
          {"drop": {"title": "Luck", "type": "TOKEN", "claimType": "REGULAR", "maxAmount": "1000", "tokenAmount": "0", "supply": 20},
           "arrivals": {"model": "rush", "wallets": 100, "halfLifeMs": 60000}}
          Optional: other fields of DropSimulation (@dropkit/core), such as facts, repeats, bots, payments and winners
`,
  audit: `  npm run --silent audit                                  recalculates every counter, reservation, payment and draw
                                                          of the store from its rows and its log, and prints each
                                                          difference; exit code 0: none, 1: some, 2: could not run
          [-- --database URL|PATH]                        a store other than that of the settings
          [--json]                                        output for programs
`,
  backup: `  npm run --silent backup -- FILE                         copies the store (SQLite) and its uploads, also in use
          [--overwrite]                                   replaces an existing file
          [--with-key]                                    includes the master key
`,
  restore: `  npm run --silent restore -- FILE                        audits a backup and restores it if there is no store yet
          [--accept-differences]                          even if the audit finds differences
`,
  move: `  npm run --silent move -- URL|PATH                       moves the store to an empty database, from SQLite to Postgres
                                                          or back, while no server runs. Run it again if it was
                                                          interrupted: it continues
          [--accept-differences]                          even if the audit of the copy finds differences
  npm run --silent move -- --cancel                       cancels an unfinished move; the store can be used again
`,
  'master-key': `  npm run --silent master-key -- rotate                   re-encrypts all secrets with MASTER_KEY, while servers
                                                          with it and MASTER_KEY_PREVIOUS run
  npm run --silent master-key -- check                    checks whether all secrets are encrypted with MASTER_KEY
`,
  sui: `  npm run --silent sui -- publish                         publishes Dropkit's Move package with SUI_OPERATOR_KEY on
                                                          SUI_NETWORK and prints SUI_PACKAGE_ID
          [--keep-upgrade-cap]                            keeps the UpgradeCap; without it, the package never changes
  npm run --silent sui -- registrar                       prints SUI_NFT_REGISTRAR_ID of the package in SUI_PACKAGE_ID,
                                                          for servers on nodes that prune old transactions
  npm run --silent sui -- operator                        prints the operator's and the treasury's address and SUI
  npm run --silent sui -- execute BASE64                  signs the transaction of a prepare… mutation with
                                                          SUI_WALLET_KEY (or SUI_OPERATOR_KEY), submits it and
                                                          prints its hash
  npm run --silent sui -- withdraw VAULT WALLET AMOUNT    pays a wallet its share out of a paused vault, with
                                                          SUI_OPERATOR_KEY, and prints the hash; it is paid once,
                                                          however often the command runs
          [--id ID]                                       pays another part of the share
  npm run --silent sui -- check                           checks whether a server with these settings finds its
                                                          network and its package
`,
} as const

/** The output of --help: for the given command, or for all commands. */
export function helpText(commandLine: readonly string[]): string {
  return usageOf(commandLine) === undefined ? wholeHelp() : usageAfter(commandLine)
}

function wholeHelp(): string {
  const rows = settingsTable()
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(
    ({ name, meaning, expects, default: standard }) =>
      `  ${name.padEnd(width)}  ${meaning}\n  ${''.padEnd(width)}  ${expects}; default: ${standard}`,
  )
  return `Usage:
${Object.values(USAGES).join('\n')}
Settings are environment variables, as in PORT=4001 npm start. Commands need the same ones as the server:
${lines.join('\n')}
`
}

/** The usage text to print after an error in the command line. */
export function usageAfter(commandLine: readonly string[]): string {
  const usage = usageOf(commandLine)
  return usage === undefined ? `${WHERE_SETTINGS_ARE}\n` : `Usage:\n${usage}\n${WHERE_SETTINGS_ARE}\n`
}

const WHERE_SETTINGS_ARE =
  'Settings are environment variables, as in PORT=4001 npm start. All of them, and the commands: npm start -- --help'

const usageOf = ([verb = '']: readonly string[]): string | undefined =>
  Object.entries(USAGES).find(([name]) => name === verb)?.[1]
