import { parseArgs } from 'node:util'

/**
 * Prints the error and the usage, and exits with 2.
 * @param {string} reason
 * @param {string} [usage]
 * @returns {never}
 */
export function refuse(reason, usage) {
  console.error(usage === undefined ? reason : `${reason}\n${usage}`)
  process.exit(2)
}

/**
 * Parses the command line like `parseArgs`. `--help` prints the usage and exits with 0; an invalid option exits with 2.
 * @template {Pick<import('node:util').ParseArgsConfig, 'options' | 'allowPositionals'>} const Config
 * @param {string} usage
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 */
export function readOptions(usage, { options = {}, allowPositionals = false }) {
  const withheld = Object.keys(options).filter((name) => process.env[`npm_config_${name}`] !== undefined)
  if (withheld.length > 0)
    refuse(`npm did not pass on --${withheld.join(', --')}: put options after --`, usage)
  try {
    const read = parseArgs({
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals,
    })
    if (!read.values.help) return read
  } catch (error) {
    // Only the first sentence of parseArgs' message is useful here. The rest explains how to pass such values on purpose.
    refuse(error.message.split(/(?<=\.)\s/)[0], usage)
  }
  console.log(usage)
  process.exit(0)
}
