import { parseArgs } from 'node:util'

/** Says what is wrong, and how it is done right, and ends with 2. */
export function refuse(reason, usage) {
  console.error(usage === undefined ? reason : `${reason}\n${usage}`)
  process.exit(2)
}

/** What the command line says, as `parseArgs` gives it. `--help` prints the usage and ends; so does what cannot be read. */
export function readOptions(usage, { options = {}, allowPositionals = false }) {
  const kept = Object.keys(options).filter((name) => process.env[`npm_config_${name}`] !== undefined)
  if (kept.length > 0) refuse(`npm kept --${kept.join(', --')} to itself: options stand behind --`, usage)
  try {
    const read = parseArgs({
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals,
    })
    if (!read.values.help) return read
  } catch (fault) {
    // What follows the first sentence is for whoever writes such options on purpose.
    refuse(fault.message.split(/(?<=\.)\s/)[0], usage)
  }
  console.log(usage)
  process.exit(0)
}
