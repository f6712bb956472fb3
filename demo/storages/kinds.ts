import {
  directoryStorage,
  dropboxStorage,
  googleDriveStorage,
  oneDriveStorage,
  type Storage,
  s3Storage,
} from 'darkroom-web/storages'
import { texts } from '../language/language.ts'
import { privateFolder } from './private-folder.ts'

const own = texts.storages

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
  if (!picker) throw new Error(own.noPicker)
  return picker({ mode: 'readwrite' })
}

const token = (scopes: string): Kind['fields'] => [
  { key: 'token', label: own.token, secret: true, hint: scopes },
]

const { elsewhere } = own

/** The kinds of storages, with the fields that each needs. */
export const kinds: Record<string, Kind> = {
  private: {
    label: own.private,
    note: own.privateNote,
    fields: [{ key: 'folder', label: own.folder, optional: true, hint: texts.folder.all }],
    open: ({ folder = '' }) => privateFolder(folder),
  },
  ...(canPickFolders && {
    device: {
      label: texts.folder.device,
      note: own.deviceNote,
      fields: [],
      open: async () => directoryStorage(await pickFolder()),
    },
  }),
  s3: {
    label: own.s3,
    note: `${elsewhere} ${own.s3Note}`,
    fields: [
      { key: 'bucket', label: own.bucket },
      { key: 'accessKeyId', label: own.accessKeyId },
      { key: 'secretAccessKey', label: own.secretAccessKey, secret: true },
      { key: 'sessionToken', label: own.sessionToken, secret: true, optional: true },
      { key: 'region', label: own.region, optional: true, hint: 'us-east-1' },
      { key: 'endpoint', label: own.endpoint, optional: true, hint: own.ownEndpoint },
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
    note: `${elsewhere} ${own.googleNote}`,
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
