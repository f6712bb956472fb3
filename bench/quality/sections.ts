import { colour } from './colour.ts'
import { cutOutSections } from './cut-outs.ts'
import { faces } from './faces.ts'
import { restoration } from './restoration.ts'
import type { Section } from './section.ts'

/** What is measured, by the names of the enhancements or of other things. */
export const sections: Record<string, Section> = {
  ...restoration,
  ...colour,
  ...cutOutSections,
  ...faces,
}
