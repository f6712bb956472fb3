/**
 * The file formats that are decoded. MPO counts as jpeg, FLC as fli; `raw` is a camera's format without a name here, `other`
 * what only ImageMagick knows.
 */
export const fileFormats = [
  'jpeg', 'png', 'webp', 'gif', 'bmp', 'avif',
  'arw', 'blp', 'cr2', 'cr3', 'cur', 'dcx', 'dds', 'dib', 'dng', 'emf', 'eps', 'exr', 'fits', 'fli',
  'fpx', 'ftex', 'gbr', 'gd', 'hdr', 'heic', 'icns', 'ico', 'im', 'imt', 'iptc', 'jp2', 'jxl', 'mcidas',
  'mic', 'msp', 'nef', 'orf', 'pcd', 'pcx', 'pfm', 'pixar', 'ppm', 'psd', 'qoi', 'raf', 'raw', 'rw2', 'sgi',
  'spider', 'sun', 'tga', 'tiff', 'wal', 'wmf', 'xbm', 'xpm', 'other',
] as const // biome-ignore format: a table

export type FileFormat = (typeof fileFormats)[number]

/** Formats whose media type is `image/` and their name, as it is registered. */
const registered: readonly FileFormat[] = [
  'jpeg', 'png', 'webp', 'gif', 'bmp', 'avif', 'emf', 'fits', 'heic', 'jp2', 'jxl', 'tiff', 'wmf',
] // biome-ignore format: a table
const otherTypes: { readonly [Format in FileFormat]?: string } = {
  dib: 'image/bmp',
  eps: 'application/postscript',
  ico: 'image/vnd.microsoft.icon',
  psd: 'image/vnd.adobe.photoshop',
}

export const mediaType = (format: FileFormat): string =>
  otherTypes[format] ?? (registered.includes(format) ? `image/${format}` : `image/x-${format}`)

/** The extension of files, without its dot. */
export const extensionOf = (format: FileFormat): string => (format === 'jpeg' ? 'jpg' : format)

/** The types of results, with the extensions of their files. */
export const resultTypes: Readonly<Record<string, string | undefined>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/jxl': 'jxl',
}
