/** The options of our commands that npm has no option of the same name for. */
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
 * Returns the options that were given before `--`, or without it. npm does not pass these to the script, so the command
 * would run without them, which cannot be undone when it publishes a package. npm puts them into the script's environment.
 */
export const optionsKeptByNpm = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  OPTIONS.filter((name) => environment[`npm_config_${name.replaceAll('-', '_')}`] !== undefined).map(
    (name) => `--${name}`,
  )
