import type { ShownDrop } from '../shown-drop.ts'

export function PaymentsTab({ drop }: { readonly drop: ShownDrop; readonly ownWallet: string | null }) {
  return <p>{drop.title}</p>
}
