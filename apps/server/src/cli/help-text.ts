import { settingsTable } from '../config/settings.ts'

/** How each command is called and what it does, in two columns; by its first word. */
export const USAGES = {
  start: `  npm start                                               starts the server
`,
  apikey: `  npm run --silent apikey -- create --username NAME       prints a new API key for a user, made when it is new
          [--name TEXT]                                   what the key is called in lists
  npm run --silent apikey -- limit --username NAME        sets how often all keys and sessions of a user together
          --requests-per-minute NUMBER                    may ask; 0 = no such limit
`,
  verify: `  npm run --silent verify -- FILE.json                    recomputes the draws of a finished random drop; - reads
                                                          them from standard input
          The file holds what drop.deleted says of the drop, or its fields and claims by the same names:
          {"dropId": "drop_…", "maxAmount": "1000", "supply": 10 (null without one),
           "randomnessCommitment": "64 hex digits", "randomnessSeed": "64 hex digits",
           "draws": [{"sequence": 1, "userAddress": "0x…", "amount": "97"}, …]} with every draw, in any order
`,
  'simulate-drop': `  npm run --silent simulate-drop -- FILE.json             tells how a drop would go: how long it lasts, who gets what,
                                                          who is refused and why
          [--arrivals MODEL:WALLETS:DURATION]             who comes when: steady, poisson, rush (the duration is its
                                                          half-life) or daily, such as rush:100000:10m
          [--wallets FILE.csv]                            the wallets that come, one a line or in a table with a heading
          [--seed NUMBER] [--runs NUMBER]                 another seed than 0; how that many seeds differ
          [--format text|json] [--svg FILE.svg]           for programs; a picture of it
          The file holds the drop as createDrop takes it, with its rules in it, and who comes for it:
          {"drop": {"title": "Luck", "type": "TOKEN", "claimType": "REGULAR", "maxAmount": "1000", "tokenAmount": "0", "supply": 20},
           "arrivals": {"model": "rush", "wallets": 100, "halfLifeMs": 60000}}
          and, for who wants them, the other fields of DropSimulation (@dropkit/core): facts, repeats, bots, payments and more
`,
  audit: `  npm run --silent audit                                  derives every counter, reservation, payment and draw of the
                                                          store from its rows and its log, in use or not, and names
                                                          each difference; exit code 0: none, 1: some, 2: not done
          [-- --database URL|PATH]                        another store than that of the settings
          [--json]                                        for programs
`,
  backup: `  npm run --silent backup -- FILE                         copies the store (SQLite), in use or not, with its uploads
          [--overwrite]                                   replaces a file that is there
          [--with-key]                                    puts the master key in too; else it must be kept elsewhere
`,
  restore: `  npm run --silent restore -- FILE                        puts a backup where there is no store yet, once it is audited
          [--accept-differences]                          also when the audit finds some
`,
  'master-key': `  npm run --silent master-key -- rotate                   encrypts all secrets anew under MASTER_KEY, while servers
                                                          that hold it and MASTER_KEY_PREVIOUS run
  npm run --silent master-key -- check                    says whether all secrets are encrypted under MASTER_KEY
`,
  sui: `  npm run --silent sui -- publish                         publishes Dropkit's Move package with SUI_OPERATOR_KEY on
                                                          SUI_NETWORK and prints SUI_PACKAGE_ID
          [--keep-upgrade-cap]                            keeps what it can be changed with; else it never can be
  npm run --silent sui -- display                         creates the Display of the package in SUI_PACKAGE_ID, so that
                                                          wallets show its NFTs; sui publish does it, too
  npm run --silent sui -- operator                        prints the operator's and the treasury's address and SUI
  npm run --silent sui -- execute BASE64                  signs what a prepare… mutation gave with SUI_WALLET_KEY (or
                                                          SUI_OPERATOR_KEY), sends it and prints its hash
  npm run --silent sui -- check                           says whether a server with these settings would find its
                                                          network and its package
`,
} as const

/** What --help prints: of the command that is named, else all. */
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

/** What to say to somebody whose command line cannot be done, beside what is wrong with it. */
export function usageAfter(commandLine: readonly string[]): string {
  const usage = usageOf(commandLine)
  return usage === undefined ? `${WHERE_SETTINGS_ARE}\n` : `Usage:\n${usage}\n${WHERE_SETTINGS_ARE}\n`
}

const WHERE_SETTINGS_ARE =
  'Settings are environment variables, as in PORT=4001 npm start. All of them, and the commands: npm start -- --help'

const usageOf = ([verb = '']: readonly string[]): string | undefined =>
  Object.entries(USAGES).find(([name]) => name === verb)?.[1]
