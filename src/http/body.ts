import { unexpected } from '../contract/errors.ts'
import type { ProcessingRequest } from '../contract/request/schema.ts'
import { fromForm } from './form.ts'
import { fromJson } from './json.ts'

/** Without a type, or as plain text, JSON is what simple clients send. */
const JSON_TYPES = /^(|text\/plain|text\/json|application\/([\w.-]+\+)?json)$/
const FORM_TYPES = /^(multipart\/form-data|application\/x-www-form-urlencoded)$/

/**
 * The processing request that a POST carries, as it was written; the schema has not seen it yet.
 * @throws DarkroomError BAD_REQUEST on `Content-Type`, `body`, `parameters` or `url`.
 */
export async function readBody(request: Request): Promise<ProcessingRequest> {
  const type = (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (JSON_TYPES.test(type ?? '')) return fromJson('body', await request.text())
  if (FORM_TYPES.test(type ?? '')) return fromForm(await readForm(request))
  throw unexpected(
    'Content-Type',
    'application/json, multipart/form-data or application/x-www-form-urlencoded',
    type,
  )
}

async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw unexpected('body', 'a form as its Content-Type says', 'something else')
  }
}
