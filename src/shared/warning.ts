/** A problem that did not stop the job. */
export interface Warning {
  code: string
  message: string
  path?: string
}
