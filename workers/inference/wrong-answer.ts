const NAME = 'WrongAnswer'

export const wrongAnswer = (message: string): Error =>
  Object.assign(new Error(message), { name: NAME })

/** Whether something failed because the GPU computes wrongly: by name, as the GPU's part is a script of its own. */
export const isWrongAnswer = (error: unknown): boolean =>
  error instanceof Error && error.name === NAME
