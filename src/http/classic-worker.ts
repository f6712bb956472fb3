import { mount } from './mount.ts'

/** The published classic script: mounts itself for the origins in its URL (`?origins=https://a.example,https://b.example`). */
const origins = new URL(self.location.href).searchParams.getAll('origins').join(',')
mount(self, { origins: origins.split(',').filter(Boolean) })
