/**
 * Sources: a file of demo/, and the part of it that is used, in pixels, drawn with a filter of the canvas and compressed
 * as JPEG of a quality.
 */
export const sources = {
  compressed: { file: 'parrots.jpg', part: [60, 40, 240, 160], quality: 0.12 },
  noisy: { file: 'samples/night.jpg', part: [100, 110, 240, 160] },
  blurred: { file: 'samples/blurred.jpg', part: [120, 80, 240, 160] },
  cast: { file: 'samples/cast.jpg', part: [60, 60, 360, 240] },
  dark: { file: 'parrots.jpg', part: [0, 0, 384, 256], filter: 'brightness(0.4)' },
  backlit: { file: 'samples/backlit.jpg', part: [60, 60, 360, 240] },
  photo: { file: 'parrots.jpg', part: [0, 0, 384, 256] },
  dull: { file: 'parrots.jpg', part: [0, 0, 384, 256], filter: 'saturate(0.4)' },
  face: { file: 'samples/face.jpg', part: [0, 0, 240, 160] },
  small: { file: 'samples/upscaled.jpg', part: [180, 120, 120, 80] },
  text: { file: 'samples/screenshot.png', part: [0, 0, 120, 80] },
  parrot: { file: 'samples/parrot.jpg', part: [0, 20, 480, 320] },
}

const enlargement = (name, source, upscale_parameters) => ({
  name,
  source,
  request: { width: '200%', upscale_parameters },
})
const enhancement = (name, source) => ({ name, source, request: { enhancements: [name] } })

/** What docs/fields.md shows of a field, by its name: requests, and the source of each. Images are `docs/fields/<name>.webp`. */
export const fieldDrawings = {
  upscale_parameters: [
    enlargement('faithful', 'small', { mode: 'faithful' }),
    enlargement('restore', 'small', { mode: 'restore' }),
    enlargement('text_x4', 'text', { type: 'text_x4' }),
  ],
  enhancements: [
    enhancement('clean', 'compressed'),
    enhancement('denoise', 'noisy'),
    enhancement('deblur', 'blurred'),
    enhancement('white_balance', 'cast'),
    enhancement('exposure_correction', 'dark'),
    enhancement('light', 'backlit'),
    enhancement('color', 'dull'),
    enhancement('face_enhance', 'face'),
  ],
  background: [
    { name: 'remove', source: 'parrot', request: { background: { remove: 'auto' } } },
    {
      name: 'remove-color',
      source: 'parrot',
      request: { background: { remove: 'auto', color: '#F2DCC8' } },
    },
    { name: 'replace', source: 'parrot', request: { background: { replace: 'parrots.jpg' } } },
  ],
  caption: [
    {
      name: 'caption',
      source: 'photo',
      request: { caption: { url: 'logo.svg', position: 'RB', opacity: 80 } },
    },
  ],
}
