import { colour } from './colour.ts'
import { restoration } from './restoration.ts'
import type { Section } from './section.ts'

/** What is measured, by the names of the enhancements. */
export const sections: Record<string, Section> = { ...restoration, ...colour }
