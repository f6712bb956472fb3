import { equal, near } from '../check.js'
import { BLUE, base64, CLEAR, flat, GREEN, RED, spot, thirds, WHITE } from '../pictures.js'
import { remote, row } from '../row.js'

const FITS = 'src/plan/geometry.ts'
const striped = async () => base64(await thirds(60, 20))
/** Tolerance for flat areas after the network or a filter. */
const CLOSE = 6

export default [
  row(
    'canvas',
    'exactly the box; the whole image in its middle; the rest is `background.color`, else the median colour of the border',
    FITS,
    async (service) => {
      const url = base64(await flat(40, 20))
      const filled = await service.pixels({
        url,
        width: 40,
        height: 40,
        background: { color: '#00F' },
      })
      equal([filled.width, filled.height], [40, 40])
      equal(filled.at(20, 2), [0, 0, 255, 255], 'filled pixel')
      near(filled.at(20, 20), RED, CLOSE)
      near((await service.pixels({ url, width: 40, height: 40 })).at(20, 2), RED, CLOSE)
      const clear = base64(await flat(40, 20, CLEAR))
      equal((await service.pixels({ url: clear, width: 40, height: 40 })).at(20, 2)[3], 0, 'alpha')
    },
  ),
  remote(
    'canvas: outpainting',
    { fit: { canvas: 'outpainting' }, width: 40, height: 40 },
    'fit',
    'fit=outpainting',
    'at 2048 px a side at most; larger images keep their own detail where it is untouched',
  ),
  row('crop', 'exactly the box; bare: by content', FITS, async (service) => {
    equal(
      await service.size({ url: await striped(), width: 30, height: 30, fit: 'crop' }),
      [30, 30],
    )
  }),
  row('bounds', 'the image alone, scaled up or down to fit the box', FITS, async (service) => {
    equal(
      await service.size({ url: await striped(), width: 120, height: 120, fit: 'bounds' }),
      [120, 40],
    )
    equal(
      await service.size({ url: await striped(), width: 30, height: 30, fit: 'bounds' }),
      [30, 10],
    )
  }),
  row('cover', 'scaled to cover the box; nothing is cropped', FITS, async (service) => {
    equal(
      await service.size({ url: await striped(), width: 40, height: 40, fit: 'cover' }),
      [120, 40],
    )
  }),
  row('crop: center', 'around the middle', FITS, async (service) => {
    const request = { width: 20, height: 20, fit: { crop: 'center' } }
    const { width, height, at } = await service.pixels({ url: await striped(), ...request })
    equal([width, height], [20, 20])
    near(at(3, 10), GREEN, CLOSE)
    near(at(16, 10), GREEN, CLOSE)
  }),
  row(
    'crop: content',
    'around what background removal would keep, or what stands out',
    FITS,
    async (service) => {
      const url = base64(await spot(120, 40, 96, 12, 16))
      const request = { width: 40, height: 40, fit: { crop: 'content' } }
      const { width, height, at } = await service.pixels({ url, ...request })
      equal([width, height], [40, 40])
      const columns = Array.from({ length: 40 }, (_, x) => at(x, 20))
      equal(
        columns.some(([red, green]) => green > red),
        true,
        'the spot is in the result',
      )
    },
  ),
  row(
    'crop: item',
    'around the item: what is not transparent, or what background removal would keep',
    FITS,
    async (service) => {
      const url = base64(await spot(120, 40, 20, 12, 16))
      const request = { width: 40, height: 40, fit: { crop: 'item' } }
      const { width, height, at } = await service.pixels({ url, ...request })
      equal([width, height], [40, 40])
      const columns = Array.from({ length: 40 }, (_, x) => at(x, 20))
      equal(
        columns.some(([red, green]) => green > red),
        true,
        'the item is in the result',
      )
    },
  ),
  row('width and height', 'the image keeps its ratio', FITS, async (service) => {
    const { at } = await service.pixels({
      url: await striped(),
      width: 60,
      height: 60,
      background: { color: '#FFF' },
    })
    equal([at(30, 5), at(30, 55)], [WHITE, WHITE], 'canvas')
    near(at(5, 30), RED, CLOSE)
    near(at(55, 30), BLUE, CLOSE)
  }),
  row(
    'padding 20%',
    'of the same axis of the canvas: 200 px of 1000',
    'src/plan/padding.ts',
    async (service) => {
      const url = base64(await flat(20, 20))
      const { at } = await service.pixels({
        url,
        width: 100,
        height: 100,
        padding: '20%',
        background: { color: '#FFF' },
      })
      equal([at(50, 19), at(19, 50)], [WHITE, WHITE], 'margin')
      near(at(50, 21), RED, CLOSE)
      near(at(50, 78), RED, CLOSE)
      equal(at(50, 80), WHITE, 'margin')
    },
  ),
  row(
    'frame identification',
    'what `crop: content` leaves is filled with the colour of the border',
    FITS,
    async (service) => {
      const url = base64(await flat(60, 20, BLUE))
      const request = { width: 40, height: 40, padding: 8, fit: { crop: 'content' } }
      const { at } = await service.pixels({ url, ...request })
      near(at(2, 2), BLUE, CLOSE)
    },
  ),
]
