import type { Storage } from 'darkroom-web/storages'

/** A storage of this page. Kept in memory only. */
export interface RegisteredStorage {
  name: string
  /** Label of its kind. */
  kind: string
  storage: Storage
}

/** The `storages` option of the page's Darkroom: storages added later are available at once. */
export const storages: Record<string, Storage> = {}

const held = new Map<string, RegisteredStorage>()
const listeners: (() => void)[] = []

export const registeredStorages = (): RegisteredStorage[] => [...held.values()]

export const findStorage = (name: string): RegisteredStorage | undefined => held.get(name)

export function registerStorage(one: RegisteredStorage): void {
  held.set(one.name, one)
  storages[one.name] = one.storage
  for (const listener of listeners) listener()
}

export function unregisterStorage(name: string): void {
  held.delete(name)
  delete storages[name]
  for (const listener of listeners) listener()
}

export const onStoragesChange = (listener: () => void): void => {
  listeners.push(listener)
}
