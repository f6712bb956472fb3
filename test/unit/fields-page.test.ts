import { expect, it } from 'vitest'
import { fieldsPage, offered, unexplained } from './fields-page.ts'

it('every field that is offered is explained', () => {
  expect(offered.length).toBeGreaterThan(60)
  expect(unexplained()).toEqual([])
})

it('docs/fields.md is what the types and the schema say', async () => {
  await expect(fieldsPage()).toMatchFileSnapshot('../../docs/fields.md')
})
