import { againstLimit } from './against-limit.ts'
import type { Measure } from './measure.ts'

export const claimsOnSqlite: Measure = {
  name: 'claims-sqlite',
  title: 'Claims on one hot drop, vouchers signed, on SQLite ÷ the limit, which does nothing',
  unit: '×',
  goal: 0.35,
  stretch: 0.5,
  higherIsBetter: true,
  run: (context) => againstLimit(context, 'claims'),
}
