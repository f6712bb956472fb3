import { type ChangeEvent, type DragEvent, useState } from 'react'
import { Editor } from './editor'

/** Takes a photograph, by drop or by choice, and edits it. */
export function App() {
  const [file, setFile] = useState<File>()
  const choose = (event: ChangeEvent<HTMLInputElement>) => setFile(event.target.files?.[0])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setFile(event.dataTransfer.files[0])
  }
  return (
    <main onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {file ? (
        <Editor
          key={`${file.name} ${file.lastModified}`}
          file={file}
          close={() => setFile(undefined)}
        />
      ) : (
        <label className="drop">
          Drop a photograph here, or choose one
          <input type="file" accept="image/*" onChange={choose} />
        </label>
      )}
    </main>
  )
}
