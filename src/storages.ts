/**
 * Storages, and batches over them.
 * @module darkroom-web/storages
 */
export type { BatchClient, BatchOptions } from './batch/options.ts'
export type { BatchItem, BatchReport } from './batch/report.ts'
export { runBatch } from './batch/run-batch.ts'
export { directoryStorage } from './storages/directory.ts'
export { displayName } from './storages/display-name.ts'
export { type DropboxOptions, dropboxStorage } from './storages/dropbox.ts'
export { type GoogleDriveOptions, googleDriveStorage } from './storages/google-drive.ts'
export type { Token } from './storages/http-storage.ts'
export { type OneDriveOptions, oneDriveStorage } from './storages/one-drive.ts'
export { type S3Options, s3Storage } from './storages/s3.ts'
export type { ReadOptions, Storage, StoredFile, Written } from './storages/storage.ts'
