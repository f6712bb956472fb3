import { choice } from './choice.ts'
import { colour } from './colour.ts'
import { crops } from './crops.ts'
import { cutOutSections } from './cut-outs.ts'
import { enlargement } from './enlargement.ts'
import { faces } from './faces.ts'
import { finished } from './finished.ts'
import { plainCells } from './plain-cells.ts'
import { restoration } from './restoration.ts'
import { restore } from './restore.ts'
import type { Section } from './section.ts'
import { inOneJob } from './together.ts'

/** The sections of docs/quality.md by name. */
export const sections: Record<string, Section> = {
  ...restoration,
  ...inOneJob,
  ...restore,
  ...plainCells,
  ...choice,
  ...enlargement,
  ...colour,
  ...cutOutSections,
  ...finished,
  ...crops,
  ...faces,
}
