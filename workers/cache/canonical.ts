/** Plain data as text, the same for equal data whatever the order of its fields. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return primitive(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`
}

/** Unlike JSON, tells numbers that are not finite apart. */
const primitive = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)
