/** Encodes one image any number of times. It holds the pixels until it is closed. */
export interface Encoder {
  /** `quality` is 0 to 100, and ignored for png. */
  encode(quality: number): Promise<Blob>
  close(): void
}
