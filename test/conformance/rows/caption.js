import { equal, near } from '../check.js'
import { base64, flat, GREEN, RED } from '../pictures.js'
import { row } from '../row.js'

const FILE = 'workers/operations/caption/index.ts'
const CLOSE = 6
const [FROM, MIDDLE, TO] = [20, 50, 80]

/** A red image of 100 x 100 with a green caption, 20 % of its width and 10 px from its border. */
const captioned = async (fields) => ({
  url: base64(await flat(100, 100)),
  caption: {
    url: base64(await flat(20, 20, GREEN)),
    padding: 10,
    target_width_percentage: 20,
    ...fields,
  },
})

/** The centre of such a caption for each position. */
const places = {
  LT: [FROM, FROM],
  MT: [MIDDLE, FROM],
  RT: [TO, FROM],
  ML: [FROM, MIDDLE],
  MM: [MIDDLE, MIDDLE],
  MR: [TO, MIDDLE],
  BL: [FROM, TO],
  BM: [MIDDLE, TO],
  BR: [TO, TO],
}

export default [
  row('caption.url', 'any source; one that cannot be fetched is refused', FILE, async (service) => {
    const { at } = await service.pixels(await captioned({}))
    near(at(TO, TO), GREEN, CLOSE)
    near(at(MIDDLE, MIDDLE), RED, CLOSE)
  }),
  row('caption.position', '`RB` by default; both orders of letters', FILE, async (service) => {
    for (const [position, [x, y]] of Object.entries(places)) {
      for (const order of [position, [...position].reverse().join('')]) {
        const { at } = await service.pixels(await captioned({ position: order }))
        near(at(x, y), GREEN, CLOSE, `caption at ${order}`)
        near(at(x === FROM ? TO : FROM, y === FROM ? TO : FROM), RED, CLOSE, `opposite of ${order}`)
      }
    }
    await service.refused(await captioned({ position: 'XY' }), 'BAD_REQUEST', 'caption.position')
  }),
  row('caption.target_width_percentage', '25 by default', FILE, async (service) => {
    const { at } = await service.pixels(
      await captioned({ target_width_percentage: 60, position: 'LT' }),
    )
    near(at(12, 12), GREEN, CLOSE)
    near(at(67, 67), GREEN, CLOSE)
    near(at(73, 73), RED, CLOSE)
    const { caption } = await captioned({ position: 'LT' })
    const { target_width_percentage: _, ...rest } = caption
    const byDefault = await service.pixels({ url: base64(await flat(100, 100)), caption: rest })
    near(byDefault.at(33, 33), GREEN, CLOSE)
    near(byDefault.at(38, 38), RED, CLOSE)
  }),
  row('caption.padding', 'pixels; 5 % of the width by default', FILE, async (service) => {
    const { at } = await service.pixels(await captioned({ padding: 0, position: 'LT' }))
    near(at(1, 1), GREEN, CLOSE)
    const byDefault = await service.pixels(await captioned({ padding: null, position: 'LT' }))
    near(byDefault.at(3, 3), RED, CLOSE)
    near(byDefault.at(7, 7), GREEN, CLOSE)
  }),
  row('caption.opacity', '0 to 100, 100 by default', FILE, async (service) => {
    const { at } = await service.pixels(await captioned({ opacity: 50 }))
    near(
      at(TO, TO),
      RED.map((value, i) => (value + GREEN[i]) / 2),
      CLOSE,
    )
    const none = await service.pixels(await captioned({ opacity: 0 }))
    equal(none.at(TO, TO), none.at(MIDDLE, MIDDLE), 'pixel under an invisible caption')
    await service.refused(await captioned({ opacity: 101 }), 'BAD_REQUEST', 'caption.opacity')
  }),
]
