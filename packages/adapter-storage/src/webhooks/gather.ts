import { createBatcher } from '@dropkit/core/internal'

/**
 * Combines questions that arrive during a run into the next run. A single question does not wait. If a run throws, each of
 * its questions is retried alone, so that one bad question does not fail the others.
 */
export function gather<Question, Answer>(
  run: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  mostAtOnce: number,
): (question: Question) => Promise<Answer> {
  type Outcome = () => Answer

  async function outcomes(questions: readonly Question[]): Promise<readonly Outcome[]> {
    try {
      const answers = await run(questions)
      return answers.map((answer) => () => answer)
    } catch (fault) {
      if (questions.length > 1) {
        const each: Outcome[] = []
        for (const question of questions) each.push(...(await outcomes([question])))
        return each
      }
      return questions.map(() => () => {
        throw fault
      })
    }
  }

  const batcher = createBatcher<Question, Outcome>(mostAtOnce, outcomes)
  return async (question) => (await batcher.add(question))()
}
