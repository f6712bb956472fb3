/** The note of a test that is skipped because a file of the test data is missing. */
export const missing = (path: string) =>
  `needs ../shared/data/${path}, which is not part of the repository`
