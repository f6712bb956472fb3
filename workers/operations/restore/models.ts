/** Removes noise, blur and compression. */
export const RESTORE_MODEL = 'restore'
/** Leaves blur. */
export const SOFT_MODEL = 'restore-soft'
/** Removes noise alone. */
export const NOISE_MODEL = 'restore-noise'
/** Removes blur alone. */
export const DEBLUR_MODEL = 'deblur'
/** Removes blur and compression. */
export const SHARP_MODEL = 'deblur-compressed'
/** Removes compression alone. */
export const CLEAN_MODEL = 'clean'
