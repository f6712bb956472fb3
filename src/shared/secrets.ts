export const MASK = '***'

/** Names of keys, tokens and signatures, as fields, as parameters of URLs and as header names. */
const SECRET_NAME =
  /(api|access|secret|private|session|account|subscription|shared)[-_]?key([-_]?id)?$|(token|secret|password|passwd|pwd|authorization|credentials?|signature)$/i
/** In the query of a URL, these are secrets too. */
const SHORT_NAME = /^(key|sig|auth)$/i
/** A longer name is none of a secret. */
const LONGEST_NAME = 64

/** Whether a field holds a secret by its name. A dotted path counts by its last name. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.slice(-LONGEST_NAME))

/** Hides user name and password in URLs. */
export const withoutCredentials = (text: string): string =>
  text.replace(/:\/\/[^\s/?#]*@/g, `://${MASK}@`)

/** Hides what a text holds of keys, tokens and passwords: in URLs, in headers, and in fields of JSON. */
export const withoutSecrets = (text: string): string =>
  withoutCredentials(text)
    .replace(/([?&#])([\w.~%-]{1,64})=([^\s&#"'<>]*)/g, (all, mark, name) =>
      SHORT_NAME.test(name) || isSecretName(name) ? `${mark}${name}=${MASK}` : all,
    )
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${MASK}`)
    .replace(/"([\w.-]{1,64})":\s*"(?:[^"\\]|\\.)*/g, (all, name) =>
      isSecretName(name) ? `"${name}":"${MASK}` : all,
    )

/** For `JSON.stringify`: hides fields that hold secrets by their names, and secrets in texts. */
export function maskSecrets(name: string, value: unknown): unknown {
  if (isSecretName(name) && (typeof value === 'string' || typeof value === 'number')) return MASK
  return typeof value === 'string' ? withoutSecrets(value) : value
}
