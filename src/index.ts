export { createDarkroom } from './create-darkroom.ts'
export * from './public.ts'
