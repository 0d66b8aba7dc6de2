import { fileURLToPath } from 'node:url'
import { startChild } from '../processes/start-child.ts'

/** Runs a script of this folder in its own process, and returns the JSON that it prints. */
export const runWork = async <T>(
  name: string,
  options: { readonly arguments?: readonly (string | number)[]; readonly input?: object } = {},
): Promise<T> => {
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const child = startChild(script, {
    arguments: (options.arguments ?? []).map(String),
    input: JSON.stringify(options.input ?? {}),
  })
  const { code, signal } = await child.ended
  if (code !== 0) throw new Error(`${name} ended with ${signal ?? code}.\n${child.errorOutput()}`)
  return JSON.parse(child.output()) as T
}
