import { GATING_TEMPLATES } from '@dropkit/core'
import type { Queries } from '../operation.ts'

export const gatingTemplates: Queries['gatingTemplates'] = () => GATING_TEMPLATES
