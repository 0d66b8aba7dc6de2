import type { ShownDrop } from '../shown-drop.ts'

export function RulesTab({ drop }: { readonly drop: ShownDrop }) {
  return <p>{drop.title}</p>
}
