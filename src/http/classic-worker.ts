import { mount } from './mount.ts'

/**
 * The published classic script: mounts itself for the origins in its URL (`?origins=https://a.example,https://b.example`),
 * and answers from what was stored with `&offline`.
 */
const { searchParams } = new URL(self.location.href)
const origins = searchParams.getAll('origins').join(',')
mount(self, {
  origins: origins.split(',').filter(Boolean),
  offline: searchParams.has('offline'),
})
