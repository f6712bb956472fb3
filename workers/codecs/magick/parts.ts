/** The parts of ImageMagick that are used: bundlers leave out the rest, such as the glue of its 64-bit build. */
export {
  ColorProfile,
  ColorSpace,
  ConfigurationFiles,
  Density,
  DensityUnit,
  ImageMagick,
  initializeImageMagick,
  MagickError,
  MagickImage,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm'
