import type { Storage } from '../../src/storages.ts'

/** A storage as this page holds it: in memory, and nowhere else. */
export interface Held {
  name: string
  /** What it is, in words. */
  kind: string
  storage: Storage
}

/** What Darkroom is given: a storage that is added here can be named by the next request. */
export const storages: Record<string, Storage> = {}

const held = new Map<string, Held>()
const listeners: (() => void)[] = []

export const allHeld = (): Held[] => [...held.values()]

export const heldBy = (name: string): Held | undefined => held.get(name)

export function hold(one: Held): void {
  held.set(one.name, one)
  storages[one.name] = one.storage
  for (const listener of listeners) listener()
}

export function letGo(name: string): void {
  held.delete(name)
  delete storages[name]
  for (const listener of listeners) listener()
}

export const onStorages = (listener: () => void): void => {
  listeners.push(listener)
}
