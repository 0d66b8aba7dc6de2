import { Select, SimpleGrid } from '@mantine/core'
import type { Admission } from '../../../api/generated/operations.ts'
import { TimeField } from '../../../components/time-field.tsx'
import { inDropSettings } from '../../../words/messages/drop-settings.ts'
import { ClaimWindowSelect } from '../../drop-fields/claim-window-select.tsx'
import { ADMISSION_LABELS, FIELD_LABELS } from '../../drop-fields/field-labels.ts'
import { TIME_ZONE } from '../local-time.ts'
import type { FieldsProps } from './detail-fields.tsx'

const ADMISSION = Object.entries(ADMISSION_LABELS).map(([value, label]) => ({ value, label }))

/**
 * Whether a lottery decides who may claim, and its times. They can be changed only while the drop is a draft, because
 * wallets that have entered rely on them.
 */
export function LotteryFields({ drop, form, change, faults }: FieldsProps) {
  const isFixed = drop.status !== 'DRAFT'
  return (
    <>
      <Select
        label={FIELD_LABELS.admission}
        description={isFixed ? inDropSettings('canBeChangedOnly') : inDropSettings('inLotteryWalletsEnter')}
        data={ADMISSION}
        value={form.admission}
        onChange={(admission) => admission && change({ admission: admission as Admission })}
        allowDeselect={false}
        disabled={isFixed}
        error={faults['admission'] ?? faults['tokenAmount'] ?? faults['claimType']}
      />
      {form.admission === 'LOTTERY' ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TimeField
            label={FIELD_LABELS.entriesCloseAt}
            description={inDropSettings('walletsCanEnterUntil', { TIME_ZONE })}
            placeholder={inDropSettings('dayAndTime')}
            value={form.entriesCloseAt}
            onChange={(entriesCloseAt) => change({ entriesCloseAt })}
            disabled={isFixed}
            error={faults['entriesCloseAt']}
          />
          <ClaimWindowSelect
            seconds={form.claimWindowSeconds}
            onChange={(claimWindowSeconds) => change({ claimWindowSeconds })}
            disabled={isFixed}
            error={faults['claimWindowSeconds']}
          />
        </SimpleGrid>
      ) : null}
    </>
  )
}
