import type { HumanCheck, HumanSubject } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { assertEqual, assertTrue } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { sampleAddress, uniquePart } from './sample-records.ts'

/** A human check, and the actions of its claimers. */
export interface OpenedHumanCheck {
  readonly check: HumanCheck
  /** Returns a correct proof for the subject, from a challenge that is issued now. */
  readonly solve: (subject: HumanSubject) => Promise<string>
}

const subjectOf = (drop: number, wallet: number): HumanSubject => ({
  dropId: idOf('drop', uniquePart(drop)),
  wallet: sampleAddress(wallet),
})

/** The contract of a `HumanCheck`. */
export function humanCheckContract(run: TestRunner, open: Open<OpenedHumanCheck>): void {
  const test = testWith(run, open)
  const kindOf = async (check: HumanCheck, subject: HumanSubject, proof: string) => {
    const answer = await check.verify(subject, proof)
    return answer.ok ? 'passed' : answer.error.kind
  }

  run.describe('as a human check', () => {
    test('passes a proof for its own drop and wallet alone', async ({ check, solve }) => {
      const subject = subjectOf(1, 7)
      assertEqual(await kindOf(check, subjectOf(1, 8), await solve(subject)), 'human_check_failed')
      assertEqual(await kindOf(check, subject, await solve(subject)), 'passed')
    })

    test('does not pass a proof for another drop', async ({ check, solve }) => {
      const proof = await solve(subjectOf(1, 7))
      assertEqual(await kindOf(check, subjectOf(2, 7), proof), 'human_check_failed')
    })

    test('refuses an invalid proof', async ({ check }) => {
      for (const proof of ['', '.', 'x', `${'y'.repeat(2_000)}.1`, 'v1.00000000.AAAA.1', '\u0000'])
        assertTrue((await kindOf(check, subjectOf(1, 7), proof)) !== 'passed', `passed ${proof}`)
    })
  })
}
