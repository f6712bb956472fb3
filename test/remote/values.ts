import type * as v from 'valibot'
import { presetContents, remoteTemplates } from '../../src/request/presets.ts'
import { knownModelTypes, schema } from '../../src/request/schema.ts'

/** Returns every generative value and template of the schema, by the name of its row. */
export function generativeValues(): string[] {
  const { background, placement } = schema.entries
  const generate = entriesOf(entriesOf(background).generate)
  const positions = [...'LMR'].flatMap((h) => [...'TMB'].map((v) => `position=${h}${v}`))
  const fields = Object.entries(generate).flatMap(([name, field]) => {
    if (name === 'position') return positions
    if (name === 'model_type') return knownModelTypes.map((model) => `model_type=${model}`)
    return valuesOf(name, field)
  })
  return [
    'generative_upscale',
    ...Array.from({ length: 9 }, (_, i) => `upscale_strength=${i + 1}`),
    ...Object.keys(entriesOf(placement)).map((name) => `placement.${name}`),
    ...valuesOf('adapter_type', schema.entries.adapter_type),
    'model_type',
    'image_app',
    'fit=outpainting',
    'text to image',
    'background.remove=generative',
    'background.prompt',
    ...fields.map((field) => `background.generate.${field}`),
    ...[...presetContents.keys()]
      .filter((name) => remoteTemplates.includes(name) || /^solid-colors-|_generative$/.test(name))
      .map((name) => `preset=${name}`),
  ]
}

function valuesOf(name: string, field: v.GenericSchema): string[] {
  const inner = unwrapped(field)
  const options = 'options' in inner && inner.type === 'picklist' ? (inner.options as string[]) : []
  return options.length > 0 ? options.map((value) => `${name}=${value}`) : [name]
}

const unwrapped = (field: v.GenericSchema): v.GenericSchema =>
  'wrapped' in field ? unwrapped(field.wrapped as v.GenericSchema) : field

function entriesOf(field: v.GenericSchema | undefined): Record<string, v.GenericSchema> {
  const inner = field && unwrapped(field)
  if (!inner || !('entries' in inner)) throw new Error('no object')
  return inner.entries as Record<string, v.GenericSchema>
}
