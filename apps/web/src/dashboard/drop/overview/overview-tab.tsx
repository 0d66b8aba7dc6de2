import type { ShownDrop } from '../shown-drop.ts'

export function OverviewTab({ drop }: { readonly drop: ShownDrop }) {
  return <p>{drop.title}</p>
}
