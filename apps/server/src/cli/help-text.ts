import { settingsTable } from '../config/settings.ts'

const COMMANDS = `Usage:
  npm start                                               starts the server
  npm run --silent apikey -- create --username NAME       prints a new API key for a user, made when it is new
          [--name TEXT]                                   what the key is called in lists

  npm run --silent verify -- FILE.json                    recomputes the draws of a finished random drop; - reads
                                                          them from standard input

Settings are environment variables:
`

/** What --help prints. */
export function helpText(): string {
  const rows = settingsTable()
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(
    ({ name, meaning, default: standard }) =>
      `  ${name.padEnd(width)}  ${meaning}\n  ${''.padEnd(width)}  default: ${standard}`,
  )
  return `${COMMANDS}${lines.join('\n')}\n`
}
