import type { ProcessingRequest } from '../request/schema.ts'
import { unexpected } from '../shared/errors.ts'
import { parseForm } from './parse-form.ts'
import { parseJsonObject } from './parse-json.ts'

/** Simple clients send JSON without a type or as plain text. */
const JSON_TYPES = /^(|text\/plain|text\/json|application\/([\w.-]+\+)?json)$/
const FORM_TYPES = /^(multipart\/form-data|application\/x-www-form-urlencoded)$/

/**
 * Parses the processing request of a POST. It is not validated yet: `normalize` does that.
 * @throws DarkroomError BAD_REQUEST on `Content-Type`, `body`, `parameters` or `url`.
 */
export async function parseBody(request: Request): Promise<ProcessingRequest> {
  const type = (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (JSON_TYPES.test(type ?? '')) return parseJsonObject('body', await request.text())
  if (FORM_TYPES.test(type ?? '')) return parseForm(await readFormData(request))
  throw unexpected(
    'Content-Type',
    'application/json, multipart/form-data or application/x-www-form-urlencoded',
    type,
  )
}

async function readFormData(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw unexpected('body', 'a form as its Content-Type says', 'something else')
  }
}
