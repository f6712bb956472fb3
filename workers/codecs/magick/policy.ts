/**
 * The coders of ImageMagick that may read: those of formats that Darkroom names, and some of others that have a signature
 * and hold nothing but pixels. No other one runs, whether a file names it, is taken for it, or has it inside: there are
 * coders that draw programs (MVG, MSL, PS, PDF), that read other files or addresses (VID, MPC, HTTP), and that take any
 * text for an image (TXT, LABEL).
 */
const NAMED = [
  'ARW', 'BMP', 'CR2', 'CR3', 'CUR', 'DCX', 'DDS', 'DNG', 'EXR', 'FITS', 'GIF', 'HEIC', 'ICO',
  'J2C', 'J2K', 'JP2', 'JPC', 'JPEG', 'JXL', 'NEF', 'ORF', 'PCD', 'PCX', 'PNG', 'PNM', 'PSD', 'QOI', 'RAF',
  'RW2', 'SGI', 'SUN', 'TIFF', 'XBM', 'XPM',
] as const // biome-ignore format: a table

/** With a signature by which ImageMagick knows them. DICOM and JNG may have JPEG or PNG inside. */
const DETECTED = [
  'CIN', 'DCM', 'DPX', 'FARBFELD', 'FL32', 'JNG', 'MTV', 'PBM', 'PGM', 'PAM', 'PPM', 'PFM', 'PHM', 'PICT', 'PCT',
  'PSB', 'RLA', 'RLE', 'SCT', 'SFW', 'VICAR', 'VIFF', 'XCF', 'XV',
] as const // biome-ignore format: a table

/** The only format that ImageMagick writes here. */
const WRITTEN = 'JXL'

export type Coder = (typeof NAMED)[number]

/** The policy.xml of ImageMagick: of the rules that match a coder, the last one counts. */
export const policy = `<?xml version="1.0" encoding="UTF-8"?>
<policymap>
  <policy domain="delegate" rights="none" pattern="*"/>
  <policy domain="filter" rights="none" pattern="*"/>
  <policy domain="path" rights="none" pattern="@*"/>
  <policy domain="path" rights="none" pattern="|*"/>
  <policy domain="coder" rights="none" pattern="*"/>
${[...NAMED, ...DETECTED].map((coder) => `  <policy domain="coder" rights="read" pattern="${coder}"/>`).join('\n')}
  <policy domain="coder" rights="read|write" pattern="${WRITTEN}"/>
</policymap>
`
