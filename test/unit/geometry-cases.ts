import type { ProcessingRequest } from '../../src/request/schema.ts'

/** A request on a source, and the expected geometry, calculated by hand. */
export interface Case {
  source: [number, number]
  request: ProcessingRequest
  /** The subject that a crop finds, in pixels of the source: x, y, width, height. */
  found?: [number, number, number, number]
  /** `canvas <w>x<h> picture <w>x<h> at <x>,<y>`, and the visible part of the image if it is not all visible. */
  expected: string
}

type Row = [ProcessingRequest, string, Case['found']?]

const on = (source: [number, number], rows: Row[]): Case[] =>
  rows.map(([request, expected, found]) => ({ source, request, expected, ...(found && { found }) }))

const center = { crop: 'center' } as const
const content = { crop: 'content' } as const
const item = { crop: 'item' } as const

export const cases: Record<string, Case[]> = {
  'one dimension or none': [
    ...on(
      [300, 200],
      [
        [{}, 'canvas 300x200 picture 300x200 at 0,0'],
        [{ width: 600 }, 'canvas 600x400 picture 600x400 at 0,0'],
        [{ height: 100 }, 'canvas 150x100 picture 150x100 at 0,0'],
        [{ width: '50%' }, 'canvas 150x100 picture 150x100 at 0,0'],
        [{ height: '200%' }, 'canvas 600x400 picture 600x400 at 0,0'],
        [{ width: 100 }, 'canvas 100x67 picture 100x67 at 0,0'],
        [{ width: 1 }, 'canvas 1x1 picture 1x1 at 0,0'],
        [{ width: 150, fit: center }, 'canvas 150x100 picture 150x100 at 0,0'],
      ],
    ),
    // The ratio is taken before anything is rounded.
    ...on([101, 1000], [[{ width: '50%' }, 'canvas 51x500 picture 51x500 at 0,0']]),
    ...on([3, 1000], [[{ width: '50%' }, 'canvas 2x500 picture 2x500 at 0,0']]),
    ...on([1000, 1], [[{ width: 10 }, 'canvas 10x1 picture 10x1 at 0,0']]),
  ],
  canvas: on(
    [300, 200],
    [
      [{ width: 600, height: 600 }, 'canvas 600x600 picture 600x400 at 0,100'],
      [{ width: 100, height: 100 }, 'canvas 100x100 picture 100x67 at 0,16'],
      [{ width: 900, height: 200 }, 'canvas 900x200 picture 300x200 at 300,0'],
      [{ width: '200%', height: '100%' }, 'canvas 600x200 picture 300x200 at 150,0'],
      [{ width: 150, height: 100 }, 'canvas 150x100 picture 150x100 at 0,0'],
    ],
  ),
  bounds: on(
    [300, 200],
    [
      [{ width: 600, height: 600, fit: 'bounds' }, 'canvas 600x400 picture 600x400 at 0,0'],
      [{ width: 100, height: 100, fit: 'bounds' }, 'canvas 100x67 picture 100x67 at 0,0'],
      [{ width: 900, height: 200, fit: 'bounds' }, 'canvas 300x200 picture 300x200 at 0,0'],
    ],
  ),
  cover: on(
    [300, 200],
    [
      [{ width: 600, height: 600, fit: 'cover' }, 'canvas 900x600 picture 900x600 at 0,0'],
      [{ width: 100, height: 100, fit: 'cover' }, 'canvas 150x100 picture 150x100 at 0,0'],
      [{ width: 300, height: 300, fit: 'cover' }, 'canvas 450x300 picture 450x300 at 0,0'],
      [{ width: 900, height: 200, fit: 'cover' }, 'canvas 900x600 picture 900x600 at 0,0'],
    ],
  ),
  'crop about the centre': on(
    [300, 200],
    [
      [
        { width: 100, height: 100, fit: center },
        'canvas 100x100 picture 150x100 at 0,0 sees 25,0 100x100',
      ],
      [
        { width: 600, height: 600, fit: center },
        'canvas 600x600 picture 900x600 at 0,0 sees 150,0 600x600',
      ],
      [
        { width: 300, height: 100, fit: center },
        'canvas 300x100 picture 300x200 at 0,0 sees 0,50 300x100',
      ],
      [
        { width: 101, height: 100, fit: center },
        'canvas 101x100 picture 150x100 at 0,0 sees 25,0 101x100',
      ],
      [
        { width: 100, height: 100, fit: item },
        'canvas 100x100 picture 150x100 at 0,0 sees 25,0 100x100',
      ],
    ],
  ),
  padding: on(
    [300, 200],
    [
      [{ padding: 10 }, 'canvas 320x220 picture 300x200 at 10,10'],
      [{ padding: '10%' }, 'canvas 360x240 picture 300x200 at 30,20'],
      [{ width: 320, padding: 10 }, 'canvas 320x220 picture 300x200 at 10,10'],
      [{ height: 220, padding: 10 }, 'canvas 320x220 picture 300x200 at 10,10'],
      [{ width: 500, padding: '10%' }, 'canvas 500x333 picture 400x267 at 50,33'],
      [{ width: 300, padding: 0 }, 'canvas 300x200 picture 300x200 at 0,0'],
      [
        { width: 1000, height: 1000, padding: '20%' },
        'canvas 1000x1000 picture 600x400 at 200,300',
      ],
      [{ width: 1000, height: 1000, padding: 200 }, 'canvas 1000x1000 picture 600x400 at 200,300'],
      [{ width: 1000, height: 500, padding: '10%' }, 'canvas 1000x500 picture 600x400 at 200,50'],
      [
        { width: 1000, height: 1000, padding: 100, fit: 'bounds' },
        'canvas 1000x733 picture 800x533 at 100,100',
      ],
      [
        { width: 1000, height: 1000, padding: 100, fit: 'cover' },
        'canvas 1400x1000 picture 1200x800 at 100,100',
      ],
      [
        { width: 1000, height: 1000, padding: 100, fit: center },
        'canvas 1000x1000 picture 1200x800 at 100,100 sees 200,0 800x800',
      ],
    ],
  ),
  'least and most lengths': on(
    [300, 200],
    [
      [{ min_length: 400 }, 'canvas 600x400 picture 600x400 at 0,0'],
      [{ min_length: 100 }, 'canvas 300x200 picture 300x200 at 0,0'],
      [{ max_length: 150 }, 'canvas 150x100 picture 150x100 at 0,0'],
      [{ max_length: 1000 }, 'canvas 300x200 picture 300x200 at 0,0'],
      [{ width: 1000, max_length: 600 }, 'canvas 600x400 picture 600x400 at 0,0'],
      [{ min_length: 400, max_length: 300 }, 'canvas 300x200 picture 300x200 at 0,0'],
      [{ width: 600, height: 600, max_length: 300 }, 'canvas 300x300 picture 300x200 at 0,50'],
      [{ width: 600, height: 600, min_length: 1000 }, 'canvas 1000x1000 picture 1000x667 at 0,166'],
      [
        { width: 100, height: 100, fit: center, max_length: 50 },
        'canvas 50x50 picture 75x50 at 0,0 sees 13,0 50x50',
      ],
    ],
  ),
  'crop about the content': [
    ...on(
      [300, 200],
      [
        [
          { width: 100, height: 100, fit: 'crop' },
          'canvas 100x100 picture 150x100 at 0,0 sees 0,0 100x100',
          [0, 0, 50, 50],
        ],
        [
          { width: 100, height: 100, fit: content },
          'canvas 100x100 picture 150x100 at 0,0 sees 50,0 100x100',
          [250, 150, 50, 50],
        ],
        [
          { width: 100, height: 100, fit: content },
          'canvas 100x100 picture 150x100 at 0,0 sees 25,0 100x100',
          [100, 50, 100, 100],
        ],
        // The subject is too wide for the crop, so space is left above and below.
        [
          { width: 100, height: 100, fit: content },
          'canvas 100x100 picture 100x67 at 0,16',
          [0, 50, 300, 100],
        ],
        [
          { width: 100, height: 100, fit: content },
          'canvas 100x100 picture 150x100 at 0,0 sees 25,0 100x100',
          [50, 0, 200, 200],
        ],
        [
          { width: 100, height: 100, fit: content },
          'canvas 100x100 picture 125x83 at 0,8 sees 13,0 100x83',
          [30, 0, 240, 200],
        ],
      ],
    ),
    ...on(
      [600, 200],
      [
        [
          { width: 200, height: 200, fit: content },
          'canvas 200x200 picture 600x200 at 0,0 sees 0,0 200x200',
          [0, 0, 100, 200],
        ],
      ],
    ),
  ],
  'crop about the item': on(
    [300, 200],
    [
      [
        { width: 200, height: 200, fit: item },
        'canvas 200x200 picture 600x400 at 0,0 sees 200,100 200x200',
        [100, 50, 100, 100],
      ],
      [
        { width: 200, height: 200, padding: 50, fit: item },
        'canvas 200x200 picture 300x200 at 0,0 sees 50,0 200x200',
        [100, 50, 100, 100],
      ],
      [
        { width: 200, height: 200, padding: '40%', fit: item },
        'canvas 200x200 picture 120x80 at 40,60',
        [100, 50, 100, 100],
      ],
      [
        { fit: item },
        'canvas 100x80 picture 300x200 at 0,0 sees 100,50 100x80',
        [100, 50, 100, 80],
      ],
      [
        { fit: item, padding: 10 },
        'canvas 120x100 picture 300x200 at 0,0 sees 90,40 120x100',
        [100, 50, 100, 80],
      ],
      [
        { width: 200, fit: item },
        'canvas 200x160 picture 600x400 at 0,0 sees 200,100 200x160',
        [100, 50, 100, 80],
      ],
      [
        { width: 100, height: 100, padding: 25, fit: item },
        'canvas 100x100 picture 300x200 at 25,25 sees 0,0 75x75',
        [0, 0, 50, 50],
      ],
      [
        { fit: item, min_length: 300 },
        'canvas 300x300 picture 900x600 at 0,0 sees 300,150 300x300',
        [100, 50, 100, 100],
      ],
    ],
  ),
  print: [
    ...on(
      [300, 200],
      [
        [{ print_size: 'A4' }, 'canvas 3508x2480 picture 3508x2339 at 0,70'],
        [
          { print_size: 'a4', print_reorientation: false },
          'canvas 2480x3508 picture 2480x1653 at 0,927',
        ],
        [{ print_size: 'A4', dpi: 150 }, 'canvas 1754x1240 picture 1754x1169 at 0,35'],
        [{ print_size: 'Ledger', dpi: 100 }, 'canvas 1700x1100 picture 1650x1100 at 25,0'],
        [{ print_size: 'A4', dpi: 100, fit: 'bounds' }, 'canvas 1169x779 picture 1169x779 at 0,0'],
        [
          { print_size: 'A2', preset: 'auto_enhance' },
          'canvas 7016x4961 picture 7016x4677 at 0,142',
        ],
        [
          { print_size: 'A4', max_length: 1000, min_length: 5000 },
          'canvas 3508x2480 picture 3508x2339 at 0,70',
        ],
      ],
    ),
    ...on(
      [200, 300],
      [
        [{ print_size: 'letter' }, 'canvas 2550x3300 picture 2200x3300 at 175,0'],
        [{ print_size: 'B5', dpi: 72 }, 'canvas 499x709 picture 473x709 at 13,0'],
      ],
    ),
    ...on([100, 100], [[{ print_size: 'A6', dpi: 100 }, 'canvas 413x583 picture 413x413 at 0,85']]),
  ],
  presets: [
    ...on(
      [500, 400],
      [
        [{ preset: 'auto_enhance' }, 'canvas 2000x1600 picture 2000x1600 at 0,0'],
        [{ preset: 'auto_enhance', width: 300 }, 'canvas 300x240 picture 300x240 at 0,0'],
        [{ preset: 'auto_enhance', width: 6000 }, 'canvas 6000x4800 picture 6000x4800 at 0,0'],
        [{ preset: 'auto_enhance', height: 5000 }, 'canvas 6250x5000 picture 6250x5000 at 0,0'],
        [{ preset: 'auto_enhance', min_length: 4000 }, 'canvas 5000x4000 picture 5000x4000 at 0,0'],
        [
          { preset: 'auto_enhance', width: 6000, max_length: 3000 },
          'canvas 3000x2400 picture 3000x2400 at 0,0',
        ],
      ],
    ),
    ...on(
      [1000, 500],
      [
        [{ preset: 'auto_enhance' }, 'canvas 4096x2048 picture 4096x2048 at 0,0'],
        [{ preset: 'ecommerce_upscaled' }, 'canvas 2048x1024 picture 2048x1024 at 0,0'],
      ],
    ),
    ...on(
      [4096, 1000],
      [[{ preset: 'auto_enhance' }, 'canvas 4096x1000 picture 4096x1000 at 0,0']],
    ),
    ...on([5000, 1000], [[{ preset: 'auto_enhance' }, 'canvas 4096x819 picture 4096x819 at 0,0']]),
    ...on([500, 3000], [[{ preset: 'auto_enhance' }, 'canvas 683x4096 picture 683x4096 at 0,0']]),
    ...on(
      [300, 200],
      [[{ preset: 'real_estate_upscaled' }, 'canvas 600x400 picture 600x400 at 0,0']],
    ),
  ],
}
