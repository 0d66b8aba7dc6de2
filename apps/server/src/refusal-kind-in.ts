/** The kind of the refusal in a result. Undefined if the result is not a refusal. */
export function refusalKindIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer) || answer.ok !== false)
    return undefined
  const error = 'error' in answer ? answer.error : undefined
  return typeof error === 'object' && error !== null && 'kind' in error ? String(error.kind) : 'refused'
}
