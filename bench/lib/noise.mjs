/** In a page: PUTs the JPEG at `from` with noise of that standard deviation, of 255, to `to`. */
export async function addNoise({ from, to, sigma }) {
  const bitmap = await createImageBitmap(await (await fetch(from)).blob())
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  context.drawImage(bitmap, 0, 0)
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  for (let i = 0; i < image.data.length; i++) {
    if (i % 4 === 3) continue
    // The sum of four uniform numbers is close enough to a normal one.
    const sum = Math.random() + Math.random() + Math.random() + Math.random() - 2
    image.data[i] += sum * Math.sqrt(3) * sigma
  }
  context.putImageData(image, 0, 0)
  const body = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
  await fetch(to, { method: 'PUT', body })
}
