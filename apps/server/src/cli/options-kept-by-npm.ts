/** Options of our commands by whose names npm has none of its own. */
const OPTIONS = [
  'requests-per-minute',
  'keep-upgrade-cap',
  'database',
  'overwrite',
  'with-key',
  'accept-differences',
  'cancel',
  'arrivals',
  'wallets',
  'seed',
  'runs',
  'format',
  'svg',
]

/**
 * Options that stood before `--` or without it: npm keeps those to itself, and the command would be done otherwise than
 * was meant, for ever in the case of a package. What it kept it says in the environment of the script.
 */
export const optionsKeptByNpm = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  OPTIONS.filter((name) => environment[`npm_config_${name.replaceAll('-', '_')}`] !== undefined).map(
    (name) => `--${name}`,
  )
