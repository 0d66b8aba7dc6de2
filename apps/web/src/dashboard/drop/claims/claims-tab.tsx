import type { ShownDrop } from '../shown-drop.ts'

export function ClaimsTab({ drop }: { readonly drop: ShownDrop }) {
  return <p>{drop.title}</p>
}
