/** Capital letters of 3 x 5 dots: one octal digit per row, highest bit on the left. */
const dots: Record<string, string> = {
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25563',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  0: '75557',
  1: '26227',
  2: '61247',
  3: '61216',
  4: '55711',
  5: '74616',
  6: '34757',
  7: '71122',
  8: '75757',
  9: '75716',
  '.': '00002',
  ',': '00024',
  ':': '02020',
  '-': '00700',
  _: '00007',
  '/': '11244',
  '%': '51245',
  '"': '55000',
  '[': '64446',
  ']': '31113',
  '{': '32623',
  '}': '62326',
  '=': '07070',
  '#': '57575',
  '+': '02720',
  '(': '24442',
  ')': '21112',
}

/** Distance from one letter, and from one line, to the next, in dots. */
export const ADVANCE = 4
export const LINE = 7

/** Calls `dot` for every dot of a line of text. Unknown letters are drawn as spaces. */
export function write(text: string, dot: (x: number, y: number) => void): void {
  for (const [column, letter] of [...text.toUpperCase()].entries()) {
    for (const [y, digit] of [...(dots[letter] ?? '')].entries()) {
      for (let x = 0; x < 3; x++) if (Number(digit) & (4 >> x)) dot(column * ADVANCE + x, y)
    }
  }
}
