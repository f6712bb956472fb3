/** Results of an editor's buttons: their upload does not process them again. */
export const results = new WeakSet<Blob>()
