import { version } from '../../package.json'

/** Replaced in published scripts. */
declare const DARKROOM_BUILD: string | undefined

/** Names the sources that this script was built from: a page and its workers must come from the same. */
export const build = typeof DARKROOM_BUILD === 'undefined' ? version : DARKROOM_BUILD
