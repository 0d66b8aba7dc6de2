import { accountExamples } from './account-examples.ts'
import { claimExamples } from './claim-examples.ts'
import { dropExamples } from './drop-examples.ts'

export type { Example } from './example.ts'

export const exampleAreas = [...dropExamples, ...claimExamples, ...accountExamples]
