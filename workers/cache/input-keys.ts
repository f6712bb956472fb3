import type { ImageInputs, ImageSource, OpenedImage } from '../../src/shared/image-source.ts'
import { inputFields } from '../../src/shared/input-fields.ts'
import { sha256 } from '../../src/shared/sha256.ts'
import { unreadable } from '../../src/shared/unreadable.ts'
import { readBitmap } from '../codecs/browser/bitmap.ts'
import { infoOf, readingOf } from '../codecs/open-file.ts'
import { recentHash } from '../codecs/recent-files.ts'

/** Names the images of a run by their content: equal names decode to equal pixels. */
export function inputKeys(inputs: ImageInputs): (name: keyof ImageInputs) => Promise<string> {
  const keys = new Map<keyof ImageInputs, Promise<string>>()
  return (name) => {
    const input = inputs[name]
    const key =
      keys.get(name) ?? (input ? keyOf(input, inputFields[name]) : Promise.resolve('none'))
    keys.set(name, key)
    return key
  }
}

/** Whether an image stays as it is while a run works: pixels are worked on in place. */
export const isImmutable = ({ image }: OpenedImage): boolean => image instanceof Blob

async function keyOf(input: OpenedImage, path: string): Promise<string> {
  const { image, header } = input
  if (image instanceof Blob) {
    const recent = header && recentHash(infoOf(header).recent)
    return `${readingOf(input)} ${await (recent ?? sha256(await image.arrayBuffer().catch(unreadable(path))))}`
  }
  const { width, height } = image
  const kind =
    image instanceof ImageData ? `${image.colorSpace} ${image.data.constructor.name}` : ''
  return `pixels ${kind} ${width} ${height} ${await sha256(await pixelsOf(image))}`
}

async function pixelsOf(image: Exclude<ImageSource, Blob>): Promise<BufferSource> {
  if (image instanceof ImageData) return image.data as BufferSource
  // Reading closes a bitmap.
  return readBitmap(await createImageBitmap(image)).pixels
}
