export function wrongAnswer(message: string): Error {
  const error = new Error(message)
  wrongAnswers.add(error)
  return error
}

const wrongAnswers = new WeakSet<object>()

/** Whether something failed because the GPU computes wrongly. */
export const isWrongAnswer = (error: unknown): boolean => wrongAnswers.has(error as object)
