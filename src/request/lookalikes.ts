import { nearest } from '../shared/nearest.ts'

/** What other libraries call a field of ours. */
const otherNames: Record<string, string> = {
  scale: "width, such as width: '200%'",
  factor: "width, such as width: '200%'",
  zoom: "width, such as width: '200%'",
  upscale: "width, such as width: '200%'",
  resize: 'width and height',
  size: 'width and height',
  image: 'url',
  file: 'url',
  input: 'url',
  src: 'url',
  source: 'url',
  images: 'urls',
  files: 'urls',
  format: 'output_format',
  type: 'output_format',
  output: "output_format, such as output_format: 'webp'",
  maxwidth: 'max_length',
  maxheight: 'max_length',
  removebackground: "background, such as background: { remove: 'auto' }",
  watermark: 'caption',
  denoise: "enhancements, such as enhancements: ['denoise']",
  deblur: "enhancements, such as enhancements: ['deblur']",
  signal: 'the second argument, such as { signal }',
  onprogress: 'the second argument, such as { onProgress }',
}

/** The field that was probably meant by an unknown name, in words; undefined if none resembles it. */
export function lookalikeOf(name: string, fields: string[]): string | undefined {
  const plain = withoutSeparators(name)
  const isRequest = fields.includes('enhancements')
  if (isRequest && Object.hasOwn(otherNames, plain)) return otherNames[plain]
  const found = nearest(plain, fields.map(withoutSeparators), allowedDistance(plain))
  return fields.find((field) => withoutSeparators(field) === found)
}

/** `outputFormat`, `output-format` and `output_format` are one name. */
const withoutSeparators = (name: string) => name.replace(/[-_\s]/g, '').toLowerCase()

/** Letters that may differ: short names are near to each other by chance. */
const allowedDistance = ({ length }: string) => (length < 4 ? 0 : length < 5 ? 1 : 2)
