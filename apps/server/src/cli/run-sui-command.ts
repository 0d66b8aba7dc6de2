import type { WithdrawnShare } from '@dropkit/adapter-chain/sui'
import { unreachable } from '@dropkit/core/internal'
import type { Config } from '../config/read-config.ts'
import { suiPrivateKey } from '../config/value-schemas.ts'
import { StartUpError } from '../start-up-error.ts'
import {
  checkSui,
  executeForWallet,
  publishDropkit,
  type SuiReport,
  showAccounts,
  showRegistrar,
  withdrawFromVault,
} from './sui-commands.ts'

export type SuiCommand =
  | { readonly kind: 'sui_publish'; readonly keepUpgradeCap: boolean }
  /** The base64 of a whole unsigned transaction. */
  | { readonly kind: 'sui_execute'; readonly transactionBytes: string }
  | { readonly kind: 'sui_registrar' }
  | ({ readonly kind: 'sui_withdraw' } & WithdrawnShare)
  | { readonly kind: 'sui_operator' }
  | { readonly kind: 'sui_check' }

/** Runs the command. Text for people goes to standard error, results for programs go to standard output. */
export async function runSuiCommand(
  command: SuiCommand,
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { output, notes } = await reportOf(command, config, environment['SUI_WALLET_KEY'])
  for (const line of notes) process.stderr.write(`${line}\n`)
  for (const line of output) process.stdout.write(`${line}\n`)
}

function reportOf(command: SuiCommand, config: Config, walletKey: string | undefined): Promise<SuiReport> {
  switch (command.kind) {
    case 'sui_publish':
      return publishDropkit(config, command)
    case 'sui_execute': {
      const key = walletKey ?? config.sui?.operatorKey
      if (!suiPrivateKey.safeParse(key).success || key === undefined)
        throw new StartUpError('SUI_WALLET_KEY must be a private key, which begins with suiprivkey1')
      return executeForWallet(config, key, command.transactionBytes)
    }
    case 'sui_registrar':
      return showRegistrar(config)
    case 'sui_withdraw':
      return withdrawFromVault(config, command)
    case 'sui_operator':
      return showAccounts(config)
    case 'sui_check':
      return checkSui(config)
    default:
      return unreachable(command)
  }
}
