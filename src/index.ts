/**
 * The main entry.
 * @module darkroom-web
 */
export { createDarkroom } from './create-darkroom.ts'
export * from './public.ts'
