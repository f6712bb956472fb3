import { Canvas, FabricImage, filters } from 'fabric'
import { processObject } from './fabric.ts'

export async function start() {
  const element = document.createElement('canvas')
  document.querySelector('#host')?.append(element)
  const canvas = new Canvas(element, { width: 900, height: 600 })
  const object = await FabricImage.fromURL('/parrots.jpg')
  object.filters = [new filters.Grayscale()]
  object.applyFilters()
  object.set({ left: 300, top: 250, scaleX: 1.5, scaleY: 1.5, cropX: 40, width: 300 })
  canvas.add(object)
  Object.assign(window, { canvas, object, processObject })
}
