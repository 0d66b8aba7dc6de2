// The memory that a server has in use: its heap and buffers after a garbage collection. The resident size would say less,
// because V8 delays collections while there is room.
import { eventually } from '../support/drops.ts'
import type { TestServer } from '../support/server.ts'

/** Environment for a server whose memory is measured. It opens the debugger's protocol on a free port. */
export const DEBUGGABLE = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' }

const ADDRESS = /Debugger listening on (ws:\/\/\S+)/

export async function memoryInUseBytes(server: TestServer): Promise<number> {
  process.kill(server.processId, 'SIGUSR1')
  const [, address] = await eventually(
    async () => ADDRESS.exec(server.errorOutput()) ?? [],
    ([found]) => found !== undefined,
  )
  const socket = new WebSocket(String(address))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let lastId = 0
  const ask = (method: string): Promise<Readonly<Record<string, number>>> => {
    const id = ++lastId
    return new Promise((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data))
        if (answer.id === id) resolve(answer.result)
      })
      socket.send(JSON.stringify({ id, method }))
    })
  }
  try {
    await ask('HeapProfiler.collectGarbage')
    const { usedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage')
    return usedSize + backingStorageSize
  } finally {
    socket.close()
  }
}
