/** What relative URLs are resolved against, in pages and in workers. */
export const baseUrl = (): string => globalThis.document?.baseURI ?? location.href
