import { parseArgs } from 'node:util'
import { messageOf, type Result } from '@dropkit/core'
import { type Config, readConfig } from '../config/read-config.ts'
import { StartUpFault } from '../start-up-fault.ts'
import { helpText } from './help-text.ts'

type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'serve' }
  | { readonly kind: 'verify'; readonly path: string }
  | { readonly kind: 'create_api_key'; readonly username: string; readonly name: string }
  | { readonly kind: 'misused'; readonly reason: string }

const BAD_USE = 2

/** Does what the command line says. Faults that the operator can mend end with a plain message and exit code 1. */
export async function runCommandLine(
  commandLine: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const command = readCommand(commandLine)
  if (command.kind === 'help') {
    process.stdout.write(helpText())
    return
  }
  if (command.kind === 'misused') {
    process.stderr.write(`${command.reason}\nSee --help.\n`)
    process.exitCode = BAD_USE
    return
  }
  if (command.kind === 'verify') {
    const { verifyDrawsIn } = await import('./verify-draws.ts')
    const { isFine, line } = await verifyDrawsIn(command.path)
    process.stdout.write(`${line}\n`)
    process.exitCode = isFine ? 0 : 1
    return
  }
  try {
    const config = checked(readConfig(environment))
    if (command.kind === 'serve') {
      const { serve } = await import('./serve.ts')
      await serve(config)
    } else {
      const { createApiKey } = await import('./create-api-key.ts')
      const created = await createApiKey(config, command)
      if (!created.ok) throw new StartUpFault(messageOf(created.error))
      process.stdout.write(`${created.value}\n`)
    }
  } catch (fault) {
    if (!(fault instanceof StartUpFault)) throw fault
    process.stderr.write(`${fault.message}\n`)
    process.exit(1)
  }
}

function checked(config: Result<Config, readonly string[]>): Config {
  if (config.ok) return config.value
  const faults = config.error.map((fault) => `  ${fault}`)
  throw new StartUpFault(['The configuration has faults:', ...faults].join('\n'))
}

function readCommand(commandLine: readonly string[]): Command {
  try {
    const { positionals, values } = parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        username: { type: 'string' },
        name: { type: 'string' },
      },
    })
    const words = positionals.join(' ')
    if (values.help || words === 'help') return { kind: 'help' }
    if (words === 'apikey create') {
      const { username, name = 'Key from the command line' } = values
      return username === undefined
        ? { kind: 'misused', reason: 'apikey create wants --username NAME' }
        : { kind: 'create_api_key', username, name }
    }
    const [verb, path] = positionals
    if (verb === 'verify' && path !== undefined) return { kind: 'verify', path }
    if (words !== '') return { kind: 'misused', reason: `There is no command "${words}"` }
    if (values.username !== undefined || values.name !== undefined)
      return { kind: 'misused', reason: '--username and --name belong to apikey create' }
    return { kind: 'serve' }
  } catch (fault) {
    return { kind: 'misused', reason: fault instanceof Error ? fault.message : String(fault) }
  }
}
