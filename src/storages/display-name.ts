/** A name to show: without what turns its direction, so that `exe.png` may be read `gnp.exe`, and what controls a terminal. */
export const displayName = (path: string) => path.replace(/[\p{Control}\p{Bidi_Control}]/gu, '')
