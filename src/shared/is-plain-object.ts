/** Whether a value is an object with fields: no array, and none of the browser's own. */
export const isPlainObject = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]'
