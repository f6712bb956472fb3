import { DarkroomError } from './errors.ts'

const INSTALL = 'docs/install.md of the package has the recipe'

type FileType = 'script' | 'wasm' | 'weights'

interface Cause {
  why: string
  cure: string
}

const blocked: { uri: string; directive: string }[] = []

/** Remembers what a Content Security Policy blocks in this thread: the failures themselves do not say so. */
export function watchPolicy(): void {
  const remember = (event: Event) => {
    const { blockedURI, effectiveDirective } = event as SecurityPolicyViolationEvent
    blocked.push({ uri: blockedURI, directive: effectiveDirective })
  }
  globalThis.addEventListener('securitypolicyviolation', remember)
}

/**
 * The error for a file of Darkroom's own that could not be loaded. Browsers do not tell scripts the cause, so that the
 * file is fetched once more. Never rejects.
 * @param type what a server must say that the file is.
 */
export async function loadFailure(
  url: string,
  type: FileType,
  cause?: unknown,
): Promise<DarkroomError> {
  const now = { why: 'it can be fetched now, but not when it was needed', cure: 'Try again' }
  return failure(url, (await findCause(url, type)) ?? now, cause)
}

/** The same, or undefined if nothing is wrong with the file now. */
export async function findLoadFailure(
  url: string,
  type: FileType,
  cause?: unknown,
): Promise<DarkroomError | undefined> {
  const found = await findCause(url, type)
  return found && failure(url, found, cause)
}

const failure = (url: string, { why, cure }: Cause, cause: unknown) =>
  new DarkroomError('NETWORK', `${url} could not be loaded: ${why}. ${cure}`, { cause })

async function findCause(url: string, type: FileType): Promise<Cause | undefined> {
  const policy = forbidden(url, type)
  if (policy) return policy
  try {
    const response = await fetch(url)
    await response.body?.cancel()
    return causeOf(response, type)
  } catch {
    return forbidden(url, type) ?? unreadable(url)
  }
}

function causeOf({ ok, status, headers }: Response, type: FileType): Cause | undefined {
  if (!ok) return { why: `HTTP ${status}`, cure: `Serve it there; ${INSTALL}` }
  const received = headers.get('Content-Type') ?? 'no Content-Type'
  if (/html/i.test(received)) {
    const why = 'the server answered with an HTML page, as it does for paths without a file'
    return { why, cure: `Serve the file there; ${INSTALL}` }
  }
  const expected = type === 'wasm' ? 'application/wasm' : 'text/javascript'
  if (!received.includes(type === 'wasm' ? 'wasm' : 'javascript')) {
    return { why: `it came as ${received}`, cure: `Serve it with Content-Type: ${expected}` }
  }
  const policy = headers.get('Cross-Origin-Embedder-Policy')
  if (globalThis.crossOriginIsolated && type === 'script' && !policy) {
    const why = 'the page is cross-origin isolated, and this script has no such header'
    return { why, cure: 'Serve it with Cross-Origin-Embedder-Policy: require-corp' }
  }
  return undefined
}

/** What a Content Security Policy said of a URL. */
export function forbidden(url: string, type: FileType): Cause | undefined {
  const found = blocked.findLast(
    ({ uri }) =>
      url.startsWith(uri) ||
      (type === 'wasm' && uri === 'wasm-eval') ||
      (type === 'script' && uri === 'blob'),
  )
  if (!found) return undefined
  const { uri, directive } = found
  if (uri === 'wasm-eval') {
    const why = `the Content Security Policy forbids WebAssembly by ${directive}`
    return { why, cure: `Allow 'wasm-unsafe-eval' in ${directive}` }
  }
  const source = uri === 'blob' ? 'blob:' : new URL(url).origin
  const why = `the Content Security Policy forbids it by ${directive}`
  return { why, cure: `Allow ${source} in ${directive}` }
}

/** A response that this page may not read looks like none. */
async function unreadable(url: string): Promise<Cause> {
  const answers = await fetch(url, { mode: 'no-cors' }).then(
    () => true,
    () => false,
  )
  if (!answers) return { why: 'nothing answered', cure: 'Check the URL and the connection' }
  const why = 'its server does not allow this page to read it (CORS)'
  return { why, cure: `Serve it with Access-Control-Allow-Origin: ${globalThis.origin}` }
}
