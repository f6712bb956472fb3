/** The file formats that are decoded. MPO counts as jpeg, FLC as fli. */
export const fileFormats = [
  'jpeg', 'png', 'webp', 'gif', 'bmp', 'avif',
  'blp', 'cr2', 'cur', 'dcx', 'dds', 'dib', 'emf', 'eps', 'fits', 'fli', 'fpx', 'ftex', 'gbr', 'gd',
  'icns', 'ico', 'im', 'imt', 'iptc', 'jp2', 'mcidas', 'mic', 'msp', 'nef', 'pcd', 'pcx', 'pixar',
  'ppm', 'psd', 'sgi', 'spider', 'sun', 'tga', 'tiff', 'wal', 'wmf', 'xbm', 'xpm',
] as const // biome-ignore format: a table

export type FileFormat = (typeof fileFormats)[number]
