import { ApiRefusal, unreachable } from '../../../api/api-refusal.ts'
import { credential } from '../../../api/credential.ts'

interface FilePickerWindow {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string
  }) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>
}

/**
 * Saves all claims of a drop as CSV: straight into a file where the browser can, through memory elsewhere. False when one
 * has thought better of it.
 */
export async function exportClaims(dropId: string): Promise<boolean> {
  const name = `${dropId}-claims.csv`
  const { showSaveFilePicker } = window as FilePickerWindow
  if (showSaveFilePicker === undefined) {
    download(name, await (await answerOf(dropId)).blob())
    return true
  }
  // The place is asked for first: browsers allow the question only right after a click.
  const file = await showSaveFilePicker({ suggestedName: name }).catch((fault: unknown) => {
    if (fault instanceof DOMException && fault.name === 'AbortError') return null
    throw fault
  })
  if (file === null) return false
  const { body } = await answerOf(dropId)
  if (body === null) throw new ApiRefusal('The service answered nothing', { retryable: true })
  await body.pipeTo(await file.createWritable())
  return true
}

async function answerOf(dropId: string): Promise<Response> {
  const answer = await fetch(`/drops/${encodeURIComponent(dropId)}/claims.csv`, {
    headers: { authorization: `Bearer ${credential.get() ?? ''}` },
  }).catch(() => {
    throw unreachable()
  })
  if (answer.ok) return answer
  const refusal = await answer.json().catch(() => ({}))
  throw new ApiRefusal(String(refusal.error ?? 'The claims could not be exported'), refusal)
}

function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
