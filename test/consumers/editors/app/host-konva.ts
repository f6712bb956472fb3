import Konva from 'konva'
import { processNode } from './konva.ts'

export async function start() {
  const stage = new Konva.Stage({ container: 'host', width: 900, height: 600 })
  const layer = new Konva.Layer()
  stage.add(layer)
  const image = new Image()
  image.src = '/parrots.jpg'
  await image.decode()
  const crop = { x: 40, y: 0, width: 300, height: 256 }
  const node = new Konva.Image({ image, x: 50, y: 50, width: 450, height: 384, crop })
  layer.add(node)
  Object.assign(window, { layer, node, processNode })
}
