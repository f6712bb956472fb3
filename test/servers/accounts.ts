/** The account of a request, and how the server must treat it (`busy`, `expired`, `full`, `readonly`). */
export interface Caller {
  account: string
  scenario: string
}

/** Reads the bearer token: `<account>` or `<account>.<scenario>`. Each account has its own files, so tests do not share any. */
export function callerOf(request: Request): Caller {
  const token = /^Bearer (\S+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? ''
  const [account = '', scenario = ''] = token.split('.')
  return { account, scenario }
}

/** Returns the value of a key; makes and stores it first if the key is missing. */
export function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

/** True for the first request of a `busy` account; its second request is answered. */
export function isFirstOfBusy(seen: Set<string>, { account, scenario }: Caller): boolean {
  if (scenario !== 'busy' || seen.has(account)) return false
  seen.add(account)
  return true
}
