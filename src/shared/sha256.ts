/** The SHA-256 of bytes, as 64 hexadecimal digits. Browsers hash in secure contexts only. */
export const sha256 = async (bytes: BufferSource): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
