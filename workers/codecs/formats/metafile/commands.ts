/** A point or a size, in logical units unless stated otherwise. */
export type Point = [x: number, y: number]

/** Left, top, right, bottom. */
export type Box = [left: number, top: number, right: number, bottom: number]

/** x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

export type Color = [red: number, green: number, blue: number]

export interface Pen {
  kind: 'pen'
  /** PenStyle (MS-WMF 2.1.1.23): bits 0 to 3 dashes (5: no pen), 8 to 11 caps, 12 to 15 joins. */
  style: number
  width: number
  color: Color
  /** Lengths of dashes and gaps of a custom style. */
  dashes?: number[]
}

export interface Brush {
  kind: 'brush'
  /** BrushStyle (MS-WMF 2.1.1.4): 0 solid, 1 none, 2 hatched; patterns have a bitmap. */
  style: number
  color: Color
  hatch: number
  bitmap?: Dib
}

export interface Font {
  kind: 'font'
  /** Negative: height of the letters; positive: of the line. */
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

/** The boxes of a region. Palettes count as empty ones: they only occupy a slot of the object table. */
interface Region {
  kind: 'region'
  boxes: Box[]
}

export type GdiObject = Pen | Brush | Font | Region

/** A device-independent bitmap: the header with masks and palette, and the rows. */
export interface Dib {
  header: Uint8Array
  bits: Uint8Array
}

/** How a clip area combines with the current one (MS-EMF 2.1.29). */
export type ClipMode = 'and' | 'difference' | 'copy'

export type Setting =
  | 'mapMode'
  | 'backMode'
  | 'fillMode'
  | 'textAlign'
  | 'rasterOperation'
  | 'arcDirection'
  | 'miterLimit'

/** A record of a metafile in terms of GDI, common to WMF (MS-WMF 2.3) and EMF (MS-EMF 2.3). */
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
  /** 2: fill the box with the background color; 4: clip the text to it. */
  options: number
  box?: Box
  /** Distance from each character to the next. */
  advances: number[]
}

export interface Bitmap {
  dib: Dib
  /** The box to draw to, mirrored if right is left of left, or bottom above top. */
  box: Box
  /** The part to draw, in pixels of the bitmap. */
  from: Box
  /** Ternary raster operation. */
  raster: number
  /** Opacity of 0 to 1, and whether the pixels have alpha. */
  blend?: { opacity: number; alpha: boolean }
}

/** A parsed metafile, ready to be drawn. */
export interface Metafile {
  /** Size of the image in pixels. */
  width: number
  height: number
  /** Maps device units, in which viewports are given, to pixels. */
  toPixels: Matrix
  /** Device units per millimeter, for mapping modes of fixed scale. */
  unitsPerMillimeter: Point
  commands: Command[]
}

/** SRCCOPY, the ternary raster operation that copies. */
export const COPY = 0xcc0020

/** Reads a COLORREF: red, green and blue from the lowest byte on. */
export const colorFromRef = (value: number): Color => [
  value & 255,
  (value >> 8) & 255,
  (value >> 16) & 255,
]
