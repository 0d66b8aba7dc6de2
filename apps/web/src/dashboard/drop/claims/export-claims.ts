import { ApiRefusal, unreachable } from '../../../api/api-refusal.ts'
import { credential } from '../../../api/credential.ts'
import { TranslatedError } from '../../../api/translated-error.ts'
import { saveFile } from '../../../components/save-file.ts'
import { decimalsOf, type Measured } from '../../../words/drop-amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { withWholeAmounts } from './whole-amounts.ts'

interface FilePickerWindow {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string
  }) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>
}

type ExportedDrop = Measured & { readonly id: string }

/**
 * Saves all claims of a drop as CSV: directly into a file if the browser supports it, otherwise through memory. False if
 * the user cancels.
 */
export async function exportClaims(drop: ExportedDrop): Promise<boolean> {
  const name = `${drop.id}-claims.csv`
  const { showSaveFilePicker } = window as FilePickerWindow
  if (showSaveFilePicker === undefined) {
    saveFile(name, await new Response(await claimsOf(drop)).blob())
    return true
  }
  // The file is chosen first, because browsers allow the dialog only right after a click.
  const file = await showSaveFilePicker({ suggestedName: name }).catch((fault: unknown) => {
    if (fault instanceof DOMException && fault.name === 'AbortError') return null
    throw fault
  })
  if (file === null) return false
  const claims = await claimsOf(drop)
  await claims.pipeTo(await file.createWritable())
  return true
}

async function claimsOf(drop: ExportedDrop): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { body } = await answerOf(drop.id)
  if (body === null) throw new TranslatedError(inDropTabs('serviceAnsweredNothing'))
  return body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(withWholeAmounts(decimalsOf(drop)))
    .pipeThrough(new TextEncoderStream())
}

async function answerOf(dropId: string): Promise<Response> {
  const answer = await fetch(`/drops/${encodeURIComponent(dropId)}/claims.csv?recipients=true`, {
    headers: { authorization: `Bearer ${credential.get() ?? ''}` },
  }).catch(() => {
    throw unreachable()
  })
  if (answer.ok) return answer
  const refusal = await answer.json().catch(() => ({}))
  throw new ApiRefusal(String(refusal.error ?? inDropTabs('claimsCouldNotBe')), refusal)
}
