/** JSON indented by two spaces; short innermost objects and arrays are on one line. */
export const formatJson = (value: unknown) =>
  JSON.stringify(value, null, 2).replace(
    /([{[])\n +([^{}[\]]{1,70}?)\n +([}\]])/g,
    (_, open, body, close) => `${open} ${body.replace(/\n +/g, ' ')} ${close}`,
  )
