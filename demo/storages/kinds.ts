import {
  directoryStorage,
  dropboxStorage,
  googleDriveStorage,
  oneDriveStorage,
  type Storage,
  s3Storage,
} from '../../src/storages.ts'
import { privateFolder } from './private-folder.ts'

type Values = Record<string, string>

export interface Kind {
  label: string
  /** Shown below the form. */
  note: string
  fields: { key: string; label: string; secret?: boolean; optional?: boolean; hint?: string }[]
  /** Called in a click handler, so that it may ask for permission. */
  open(values: Values): Storage | Promise<Storage>
}

/** TypeScript does not declare it yet. */
interface Picking {
  showDirectoryPicker?(options: { mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>
}

const picker = (window as Picking).showDirectoryPicker?.bind(window)

export const canPickFolders = picker !== undefined

export async function pickFolder(): Promise<FileSystemDirectoryHandle> {
  if (!picker) throw new Error('This browser cannot open a folder to write in')
  return picker({ mode: 'readwrite' })
}

const token = (scopes: string): Kind['fields'] => [
  { key: 'token', label: 'Access token', secret: true, hint: scopes },
]

const elsewhere = 'Pictures that a request reads or writes there travel to that service alone.'

/** The kinds of storages, with the fields that each needs. */
export const kinds: Record<string, Kind> = {
  private: {
    label: 'Folder inside this browser',
    note: 'Private to this page, and kept by the browser.',
    fields: [{ key: 'folder', label: 'Folder', optional: true, hint: 'all of it' }],
    open: ({ folder = '' }) => privateFolder(folder),
  },
  ...(canPickFolders && {
    device: {
      label: 'Folder of this device',
      note: 'The browser asks which one.',
      fields: [],
      open: async () => directoryStorage(await pickFolder()),
    },
  }),
  s3: {
    label: 'S3 bucket',
    note: `${elsewhere} The bucket’s CORS rules must allow this page.`,
    fields: [
      { key: 'bucket', label: 'Bucket' },
      { key: 'accessKeyId', label: 'Access key id' },
      { key: 'secretAccessKey', label: 'Secret access key', secret: true },
      { key: 'sessionToken', label: 'Session token', secret: true, optional: true },
      { key: 'region', label: 'Region', optional: true, hint: 'us-east-1' },
      { key: 'endpoint', label: 'Endpoint', optional: true, hint: 'Amazon’s own' },
    ],
    open: ({ bucket = '', accessKeyId = '', secretAccessKey = '', ...others }) =>
      s3Storage({ bucket, accessKeyId, secretAccessKey, ...others }),
  },
  dropbox: {
    label: 'Dropbox',
    note: elsewhere,
    fields: token('files.content.read, files.content.write'),
    open: ({ token = '' }) => dropboxStorage({ token }),
  },
  google: {
    label: 'Google Drive',
    note: `${elsewhere} Files have names there, but no folders.`,
    fields: token('drive.file'),
    open: ({ token = '' }) => googleDriveStorage({ token }),
  },
  onedrive: {
    label: 'OneDrive',
    note: elsewhere,
    fields: token('Files.ReadWrite'),
    open: ({ token = '' }) => oneDriveStorage({ token }),
  },
}
