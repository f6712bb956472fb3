import {
  ColorProfile,
  ColorSpace,
  DensityUnit,
  ImageMagick,
  initializeImageMagick,
  MagickImage,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm'

/** What is used of ImageMagick's library: a bundler leaves out the rest, such as the glue of its 64-bit build. */
export const magickParts = {
  ColorProfile,
  ColorSpace,
  DensityUnit,
  ImageMagick,
  initializeImageMagick,
  MagickImage,
  MagickReadSettings,
  ResourceLimits,
}
