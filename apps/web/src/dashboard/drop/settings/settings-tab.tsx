import { Stack } from '@mantine/core'
import { isRandom } from '../../../words/drop-amount.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { DangerZone } from './danger-zone.tsx'
import { DropSettingsForm } from './drop-settings-form.tsx'
import { FairDraw } from './fair-draw.tsx'
import { KeyRotation } from './key-rotation.tsx'
import { OrderOfClaims } from './order-of-claims.tsx'

/** The settings of a drop that can be changed. */
export const SettingsTab = ({ drop }: { readonly drop: ShownDrop }) => (
  <Stack gap="md" maw={820}>
    <DropSettingsForm drop={drop} />
    {isRandom(drop) ? <FairDraw drop={drop} /> : null}
    {drop.orderHead === null ? null : <OrderOfClaims head={drop.orderHead} />}
    <KeyRotation drop={drop} />
    <DangerZone drop={drop} />
  </Stack>
)
