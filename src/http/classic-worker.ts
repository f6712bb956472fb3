import { answerRequests } from './answer-requests.ts'

/**
 * The published classic script: answers requests to the origins in its URL (`?origins=https://a.example,https://b.example`),
 * and others from what was stored with `&offline`.
 */
const { searchParams } = new URL(self.location.href)
const origins = searchParams.getAll('origins').join(',')
answerRequests(self, {
  origins: origins.split(',').filter(Boolean),
  offline: searchParams.has('offline'),
})
