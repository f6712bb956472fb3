/** Whether the service can fetch this address by itself: a public one, or one that is as near to it as to this page. */
export function isReachable(address: string, baseUrl: string): boolean {
  if (!/^\s*https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username || url.password) return false
  return isPublic(url.hostname) || !isPublic(new URL(baseUrl).hostname)
}

/** By its name alone: what is not known to be private counts as public. */
function isPublic(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (name.includes(':')) return !/^(::1?$|f[cd]|fe[89ab]|::ffff:)/.test(name)
  if (/^[\d.]+$/.test(name)) {
    return !/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(name)
  }
  return name.includes('.') && !/(^|\.)(localhost|local|internal|test|home\.arpa)\.?$/.test(name)
}
