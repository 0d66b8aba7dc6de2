import type { ParseArgsConfig, parseArgs } from 'node:util'

export declare const refuse: (reason: string, usage?: string) => never
export declare const readOptions: <
  const Config extends Pick<ParseArgsConfig, 'options' | 'allowPositionals'>,
>(
  usage: string,
  config: Config,
) => ReturnType<typeof parseArgs<Config>>
