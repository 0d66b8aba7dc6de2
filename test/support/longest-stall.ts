import type { TestServer } from './server.ts'

/** The longest stall of the event loop since the last call, as the server measures it. */
export async function longestStallOf({
  url,
}: Pick<TestServer, 'url'>): Promise<{ readonly ms: number; readonly operation: string }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const [, operation = '', seconds = ''] =
    /^dropkit_event_loop_longest_stall_seconds\{operation="([^"]*)",clock="cpu"\} (\S+)$/m.exec(text) ?? []
  return { ms: Number(seconds) * 1_000, operation }
}
