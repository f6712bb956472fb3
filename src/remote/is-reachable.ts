/** Whether the service can fetch this URL itself: a public one, or any one where the service is itself on a private host. */
export function isReachable(imageUrl: string, baseUrl: string): boolean {
  if (!/^\s*https?:\/\//i.test(imageUrl) || !URL.canParse(imageUrl)) return false
  const url = new URL(imageUrl)
  if (url.username || url.password) return false
  return isPublicHost(url.hostname) || !isPublicHost(new URL(baseUrl).hostname)
}

/** Judged by the host name alone: hosts that are not known to be private count as public. */
function isPublicHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (name.includes(':')) return !/^(::1?$|f[cd]|fe[89ab]|::ffff:)/.test(name)
  if (/^[\d.]+$/.test(name)) {
    return !/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(name)
  }
  return name.includes('.') && !/(^|\.)(localhost|local|internal|test|home\.arpa)\.?$/.test(name)
}
