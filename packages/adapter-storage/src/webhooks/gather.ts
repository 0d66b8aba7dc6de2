import { createBatcher } from '@dropkit/core/internal'

/**
 * Does what is asked while another run is under way together, in the next one: whoever comes alone waits for nobody.
 * A run that throws is tried again question by question, for one of them may be the reason and the others are not to
 * suffer for it.
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
