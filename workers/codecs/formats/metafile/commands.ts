/** A point or a size, in logical units unless said otherwise. */
export type Point = [x: number, y: number]

/** Left, top, right, bottom. */
export type Box = [left: number, top: number, right: number, bottom: number]

/** x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

export type Color = [red: number, green: number, blue: number]

export interface Pen {
  kind: 'pen'
  /** Bits as in PenStyle: 0 to 3 the dashes (5: none), 8 to 11 the caps, 12 to 15 the joins. */
  style: number
  width: number
  color: Color
  /** Lengths of dashes and gaps of a pen of the user's own. */
  dashes?: number[]
}

export interface Brush {
  kind: 'brush'
  /** As in BrushStyle: 0 solid, 1 none, 2 hatched; patterns have a bitmap. */
  style: number
  color: Color
  hatch: number
  bitmap?: Dib
}

export interface Font {
  kind: 'font'
  /** Below zero: of the letters; above: of the line. */
  height: number
  /** Tenths of a degree, counterclockwise. */
  escapement: number
  weight: number
  italic: boolean
  underline: boolean
  strikeOut: boolean
  charset: number
  face: string
}

/** Boxes of a region, or palettes: what only takes up its place in the table of objects. */
interface Region {
  kind: 'region'
  boxes: Box[]
}

export type GdiObject = Pen | Brush | Font | Region

/** A device-independent bitmap: its header with masks and palette, and its rows. */
export interface Dib {
  header: Uint8Array
  bits: Uint8Array
}

/** How a clip area joins the one before it. */
export type ClipMode = 'and' | 'difference' | 'copy'

export type Setting =
  | 'mapMode'
  | 'backMode'
  | 'fillMode'
  | 'textAlign'
  | 'rasterOperation'
  | 'arcDirection'
  | 'miterLimit'

/** One record of a metafile, in the terms of GDI (MS-WMF 2.3, MS-EMF 2.3). */
export type Command =
  | { op: 'set'; name: Setting; value: number }
  | { op: 'color'; name: 'textColor' | 'backColor'; value: Color }
  | { op: 'origin' | 'extent'; of: 'window' | 'viewport'; to: Point }
  | { op: 'offset'; of: 'window' | 'viewport'; by: Point }
  | { op: 'scale'; of: 'window' | 'viewport'; by: Point }
  | { op: 'world'; matrix: Matrix; mode: 'set' | 'before' | 'after' }
  | { op: 'save' }
  | { op: 'restore'; level: number }
  | { op: 'create'; slot: number; object: GdiObject }
  | { op: 'select' | 'delete'; slot: number }
  | { op: 'stock'; index: number }
  | { op: 'move' | 'line'; to: Point }
  | { op: 'polygon' | 'polyline'; figures: Point[][] }
  | { op: 'polylineTo' | 'bezier' | 'bezierTo'; points: Point[] }
  | { op: 'polyDraw'; points: Point[]; types: Uint8Array }
  | { op: 'rectangle' | 'ellipse'; box: Box }
  | { op: 'roundRectangle'; box: Box; corner: Point }
  | { op: 'arc' | 'arcTo' | 'chord' | 'pie'; box: Box; from: Point; to: Point }
  | { op: 'angleArc'; center: Point; radius: number; start: number; sweep: number }
  | { op: 'pixel'; at: Point; color: Color }
  | { op: 'text'; text: Text }
  | { op: 'beginPath' | 'endPath' | 'abortPath' | 'closeFigure' }
  | { op: 'paintPath'; fill: boolean; stroke: boolean }
  | { op: 'clipPath'; mode: ClipMode }
  | { op: 'clipBoxes'; boxes: Box[]; mode: ClipMode; device: boolean }
  | { op: 'clipSlot'; slot: number }
  | { op: 'clipNone' }
  | { op: 'fillRegion'; boxes: Box[] | number; brush?: number }
  | { op: 'fill'; box: Box; raster: number }
  | { op: 'gradient'; boxes: { box: Box; from: Color; to: Color }[]; vertical: boolean }
  | { op: 'bitmap'; bitmap: Bitmap }

export interface Text {
  at: Point
  characters: string | Uint8Array
  /** 2: the box is filled with the background, 4: the text is clipped to it. */
  options: number
  box?: Box
  /** How far each character moves the next one. */
  advances: number[]
}

export interface Bitmap {
  dib: Dib
  /** Where it is drawn; right and bottom may be left and above. */
  box: Box
  /** What part of it, in its pixels. */
  from: Box
  /** Ternary raster operation. */
  raster: number
  /** Drawn with this opacity of 0 to 1, and with the alpha of its pixels. */
  blend?: { opacity: number; alpha: boolean }
}

/** What a player needs to know of a metafile. */
export interface Metafile {
  /** Pixels of the image. */
  width: number
  height: number
  /** From device units, in which viewports are, to pixels. */
  toPixels: Matrix
  /** Device units of a millimeter, for mapping modes of fixed scale. */
  unitsPerMillimeter: Point
  commands: Command[]
}

/** The ternary raster operation that copies. */
export const COPY = 0xcc0020

/** A COLORREF: red, green, blue from the lowest byte on. */
export const colorFromRef = (value: number): Color => [
  value & 255,
  (value >> 8) & 255,
  (value >> 16) & 255,
]
