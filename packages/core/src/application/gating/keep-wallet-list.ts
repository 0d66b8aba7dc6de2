import type { Address } from '../../domain/address.ts'
import { fileNamedBy } from '../../domain/gating/wallet-allowlist.ts'
import type { FileId, UserId } from '../../domain/ids.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { shownText } from '../../domain/shown-text.ts'
import { createWalletListReader } from '../../domain/wallet-list.ts'
import type { Ports } from '../../ports/index.ts'

type ListPorts = Pick<Ports, 'store' | 'files'>

/**
 * Reads an uploaded list once and stores its wallets, so that a claim needs one index lookup and no list stays in memory.
 */
export async function keepWalletList(
  ports: ListPorts,
  userId: UserId,
  url: string,
  field: string,
): Promise<Result<null, Refusal>> {
  const fileId = fileNamedBy(url)
  const file = fileId && (await ports.store.files([fileId])).get(fileId)
  if (!fileId || file?.ownerId !== userId)
    return err(badInput(field, 'NO_FILE', `${shownText(url)} is no file of yours`))
  if (await ports.store.hasWalletList(fileId)) return ok(null)
  const wallets = await readWallets(ports, fileId, file.contentName, field)
  if (!wallets.ok) return wallets
  await ports.store.keepWalletList(fileId, wallets.value)
  return ok(null)
}

/** Every JavaScript engine has this class, but not every type library declares it. */
declare const TextDecoder: new (encoding: string) => { decode(bytes: Uint8Array): string }

const decoder = new TextDecoder('latin1')
/** The UTF-8 byte order mark that some programs write, each byte as a character. */
const UTF8_MARK = /^\u00ef\u00bb\u00bf/
async function readWallets(
  ports: ListPorts,
  fileId: FileId,
  contentName: string,
  field: string,
): Promise<Result<readonly Address[], Refusal>> {
  const pieces = await ports.files.read(contentName)
  if (!pieces) return err(badInput(field, 'UNREADABLE_FILE', `${fileId} cannot be read`))
  const reader = createWalletListReader()
  let isStart = true
  for await (const piece of pieces) {
    // Addresses are ASCII, so each byte is one character.
    const text = decoder.decode(piece)
    reader.push(isStart ? text.replace(UTF8_MARK, '') : text)
    isStart = false
  }
  const wallets = reader.end()
  if (wallets.ok) return wallets
  return err(
    badInput(field, 'FAULTY_LIST', `The list has lines that are no addresses: ${wallets.error[0]}`, {
      faults: wallets.error,
    }),
  )
}
