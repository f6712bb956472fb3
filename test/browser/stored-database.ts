/** The two databases of a job store as JSON: what a release stored, a later one must be able to read. */
export interface StoredDatabase {
  records: [id: IDBValidKey, entry: unknown][]
  files: [key: IDBValidKey, file: unknown][]
}

/** A Blob or a File in JSON. */
interface StoredFile {
  base64: string
  type: string
  name?: string
}

export async function dump(database: string): Promise<StoredDatabase> {
  const records = await entries(database, 'jobs')
  const files = await entries(`${database}-files`, 'files')
  return { records, files: (await toJson(files)) as StoredDatabase['files'] }
}

export async function load(database: string, { records, files }: StoredDatabase): Promise<void> {
  await fill(database, 'jobs', records)
  await fill(`${database}-files`, 'files', fromJson(files) as StoredDatabase['files'])
}

async function entries(database: string, table: string): Promise<[IDBValidKey, unknown][]> {
  const opened = await open(database, table)
  const store = opened.transaction(table).objectStore(table)
  const [keys, values] = await Promise.all([
    answer(store.getAllKeys()),
    answer<unknown[]>(store.getAll()),
  ])
  opened.close()
  return keys.map((key, i) => [key, values[i]])
}

async function fill(database: string, table: string, all: [IDBValidKey, unknown][]): Promise<void> {
  const opened = await open(database, table)
  const store = opened.transaction(table, 'readwrite').objectStore(table)
  await Promise.all(all.map(([key, value]) => answer(store.put(value, key))))
  opened.close()
}

function open(database: string, table: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(database)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table)
  return answer(opening)
}

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

export const base64Of = async (file: Blob) =>
  btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())))

async function toJson(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    return {
      base64: await base64Of(value),
      type: value.type,
      ...(value instanceof File && { name: value.name }),
    }
  }
  if (Array.isArray(value)) return Promise.all(value.map(toJson))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(async ([key, inner]) => [key, await toJson(inner)])
  return Object.fromEntries(await Promise.all(fields))
}

function fromJson(value: unknown): unknown {
  if (isFile(value)) {
    const bytes = Uint8Array.from(atob(value.base64), (char) => char.charCodeAt(0))
    const { type, name } = value
    return name === undefined ? new Blob([bytes], { type }) : new File([bytes], name, { type })
  }
  if (Array.isArray(value)) return value.map(fromJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fromJson(inner)]))
}

const isFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'base64' in value
