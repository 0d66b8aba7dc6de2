import type { ShownDrop } from '../shown-drop.ts'

export function SettingsTab({ drop }: { readonly drop: ShownDrop }) {
  return <p>{drop.title}</p>
}
