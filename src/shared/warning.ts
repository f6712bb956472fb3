/**
 * A problem that did not stop the job. Codes: `IGNORED` (a field had no effect), `LIMITED` (a field had less effect than it asks
 * for), `UNKNOWN_FIELD`, `UNKNOWN_VALUE`, `NOTHING_FOUND` (no subject), `CONVERTED` (colors or transparency), `FIRST_FRAME` (of an
 * animation), `SIMPLIFIED` (weights could not be fetched), `CHANGED` (by a remote service), `STORAGE` (`target` was not written),
 * `NOT_KEPT` (the result was not stored), `CRASHED` or an error's code, such as `DEVICE_LOST`
 * (it was tried again).
 */
export interface Warning {
  code: string
  message: string
  path?: string
}
