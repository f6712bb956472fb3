/** JSON by two spaces, but what is short and innermost on one line. */
export const pretty = (value: unknown) =>
  JSON.stringify(value, null, 2).replace(
    /([{[])\n +([^{}[\]]{1,70}?)\n +([}\]])/g,
    (_, open, body, close) => `${open} ${body.replace(/\n +/g, ' ')} ${close}`,
  )
