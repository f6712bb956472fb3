import { mount } from './mount.ts'

/** The published classic file: mounts itself, for the origins in its URL (`?origins=https://a.example,https://b.example`). */
const named = new URL(self.location.href).searchParams.getAll('origins').join(',')
mount(self, { origins: named.split(',').filter(Boolean) })
