/** PSNR in dB over 8-bit red, green and blue. 99 if the images are equal. */
export function psnr(a: ImageData, b: ImageData): number {
  let sum = 0
  for (let i = 0; i < a.data.length; i++) {
    if (i % 4 < 3) sum += ((a.data[i] as number) - (b.data[i] as number)) ** 2
  }
  return sum === 0 ? 99 : 10 * Math.log10(255 ** 2 / (sum / (a.width * a.height * 3)))
}
