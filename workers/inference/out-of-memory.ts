/** Browsers and onnxruntime tell by words that there is no memory left. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError || /alloc|out of memory|std::bad/i.test(String(error))
