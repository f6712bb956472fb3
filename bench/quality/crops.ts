import { part, png, random } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import type { Box, Size } from '../../src/plan/size.ts'
import { photographOn } from '../lib/people.ts'
import type { Develop, Row, Section } from './section.ts'

/** A picture, the person in it and that person's faces. */
interface Scene {
  picture: ImageData
  subject: Box
  faces: Box[]
}

const opaque = (image: ImageData) => part(image, 0, 0, image.width, image.height)

const alphaAt = ({ data, width }: ImageData, x: number, y: number) =>
  data[(Math.round(y) * width + Math.round(x)) * 4 + 3] as number

/** The box of what is more than half opaque. */
function subjectOf(person: ImageData): Box {
  let [left, top, right, bottom] = [person.width, person.height, 0, 0]
  for (let y = 0; y < person.height; y++) {
    for (let x = 0; x < person.width; x++) {
      if (alphaAt(person, x, y) < 128) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const found = new Map<number, Box[]>()

/** The person's faces, sought in the upper part of the person, where they are large. */
async function facesOf(person: ImageData, seed: number): Promise<Box[]> {
  const known = found.get(seed)
  if (known) return known
  const { width, height, y: top } = subjectOf(person)
  const high = Math.min(person.height - top, Math.round(Math.max(width, height / 3)))
  const { details } = await window.darkroom.run({
    url: await png(part(person, 0, top, person.width, high)),
    enhancements: ['face_enhance'],
    face_enhance_parameters: { level: 0 },
  })
  const faces = (details.face_boxes ?? [])
    .map(({ x, y, width, height }) => ({ x, y: y + top, width, height }))
    .filter(({ x, y, width, height }) => alphaAt(person, x + width / 2, y + height / 2) > 127)
  found.set(seed, faces)
  return faces
}

/** The person at one side of a photograph that is three times as wide. */
async function beside(person: ImageData, seed: number): Promise<[ImageData, number]> {
  const { width, height } = person
  const context = await photographOn(3 * width, height, seed)
  const left = random(seed)() < 0.5 ? 0 : 2 * width
  context.drawImage(await createImageBitmap(person), left, 0)
  return [context.getImageData(0, 0, 3 * width, height), left]
}

async function sceneOf(person: ImageData, seed: number, wide: boolean): Promise<Scene> {
  const [picture, left] = wide ? await beside(person, seed) : [opaque(person), 0]
  const moved = (box: Box) => ({ ...box, x: box.x + left })
  const faces = (await facesOf(person, seed)).map(moved)
  return { picture, subject: moved(subjectOf(person)), faces }
}

/** The part of a picture that a crop shows; undefined where the crop scaled it. */
async function cropped({ picture }: Scene, { width, height }: Size, develop: Develop) {
  const request = { width, height, fit: 'crop' } as const satisfies ProcessingRequest
  const result = await develop(picture, request)
  for (let y = 0; y <= picture.height - height; y++)
    for (let x = 0; x <= picture.width - width; x++)
      if (isAt(result, picture, x, y)) return { x, y, width, height }
  return undefined
}

function isAt({ data, width }: ImageData, whole: ImageData, x: number, y: number): boolean {
  for (let i = 0; i < data.length; i += 4 * 101) {
    const [u, v] = [(i / 4) % width, Math.floor(i / 4 / width)]
    if (data[i] !== whole.data[((y + v) * whole.width + x + u) * 4]) return false
  }
  return true
}

const holds = (window: Box, { x, y, width, height }: Box) =>
  x >= window.x - 1 &&
  y >= window.y - 1 &&
  x + width <= window.x + window.width + 1 &&
  y + height <= window.y + window.height + 1

/** A frame as wide or as high as the picture. */
const row = (name: string, frame: (scene: Scene) => Size, wide = false): Row => ({
  name,
  async measure(person, seed, develop) {
    if (wide === (seed % 2 === 0)) return []
    const scene = await sceneOf(person, seed, wide)
    const { picture, subject, faces } = scene
    const wanted = frame(scene)
    const width = Math.min(picture.width, Math.round(wanted.width))
    const height = Math.min(picture.height, Math.round(wanted.height))
    if (faces.length === 0 || (width === picture.width && height === picture.height)) return []
    const content = await cropped(scene, { width, height }, develop)
    if (!content) return []
    const middle = {
      x: (picture.width - width) / 2,
      y: (picture.height - height) / 2,
      width,
      height,
    }
    const fits = subject.width <= width && subject.height <= height
    const share = (window: Box, box: Box) => 100 * Number(holds(window, box))
    const facesIn = (window: Box) => Math.min(...faces.map((face) => share(window, face)))
    const subjectIn = (window: Box) => (fits ? share(window, subject) : Number.NaN)
    return [facesIn(middle), facesIn(content), subjectIn(middle), subjectIn(content)]
  },
})

const strip = ({ picture, faces }: Scene) => ({
  width: picture.width,
  height: 1.2 * Math.max(...faces.map(({ height }) => height)),
})

export const crops: Record<string, Section> = {
  crops: {
    about:
      'How often `fit: crop` keeps the face, and the box of the person where it fits, beside a crop to the middle: portraits before photographs, and street photographs, at most 600 px a side; a row has every second picture.',
    pictures: 'people',
    needs: ['matting', 'kodak'],
    columns: ['middle: face, %', 'content: face, %', 'middle: person, %', 'content: person, %'],
    rows: [
      row('a strip that is 1.2 faces high', strip),
      row(
        'a person at one side of a photograph',
        ({ picture, subject }) => ({ width: 1.1 * subject.width, height: picture.height }),
        true,
      ),
    ],
  },
}
