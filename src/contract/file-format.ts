/** The file formats that are decoded. MPO counts as jpeg, FLC as fli. */
export const fileFormats = [
  'jpeg', 'png', 'webp', 'gif', 'bmp', 'avif',
  'blp', 'cr2', 'cur', 'dcx', 'dds', 'dib', 'emf', 'eps', 'fits', 'fli', 'fpx', 'ftex', 'gbr', 'gd',
  'icns', 'ico', 'im', 'imt', 'iptc', 'jp2', 'mcidas', 'mic', 'msp', 'nef', 'pcd', 'pcx', 'pixar',
  'ppm', 'psd', 'sgi', 'spider', 'sun', 'tga', 'tiff', 'wal', 'wmf', 'xbm', 'xpm',
] as const // biome-ignore format: a table

export type FileFormat = (typeof fileFormats)[number]

/** Formats whose media type is `image/` and their name, as it is registered. */
const registered: readonly FileFormat[] = [
  'jpeg', 'png', 'webp', 'gif', 'bmp', 'avif', 'emf', 'fits', 'jp2', 'tiff', 'wmf',
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
}
