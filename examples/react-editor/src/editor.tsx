import type { ProcessingRequest, StepDetails } from 'darkroom-web'
import { useDarkroom } from 'darkroom-web/react'
import { useEffect, useState } from 'react'
import { Compare } from './compare'
import { Slider } from './slider'
import { useHistory } from './use-history'

interface Settings {
  denoise: boolean
  light: number
  color: number
}

/** The request for an editor's settings. A level of 0 leaves its step out. */
function requestFor(url: File, { denoise, light, color }: Settings): ProcessingRequest {
  const enhancements: ('denoise' | 'light' | 'color')[] = []
  if (denoise) enhancements.push('denoise')
  if (light > 0) enhancements.push('light')
  if (color > 0) enhancements.push('color')
  return {
    url,
    enhancements,
    ...(light > 0 && { light_parameters: { level: light } }),
    ...(color > 0 && { color_parameters: { level: color } }),
    max_length: 1600,
    output_format: 'webp',
  }
}

/** What was computed, and what the step cache knew from an earlier request. */
const summary = (steps: StepDetails[]) =>
  steps.map(({ operation, cached }) => `${operation}${cached ? ' (cached)' : ''}`).join(', ')

export function Editor({ file, close }: { file: File; close: () => void }) {
  const settings = useHistory<Settings>({ denoise: false, light: 0.5, color: 0.5 })
  const { present, set } = settings
  const { result, error, running, progress } = useDarkroom(requestFor(file, present))
  const before = useObjectUrl(file)

  return (
    <>
      <Compare before={before} after={result?.result_url} />
      <progress max={1} value={progress} style={{ visibility: running ? 'visible' : 'hidden' }} />
      {error && <p role="alert">{error}</p>}
      <form onSubmit={(event) => event.preventDefault()}>
        <Slider
          label="Light"
          value={present.light}
          change={(light) => set({ ...present, light })}
        />
        <Slider
          label="Colour"
          value={present.color}
          change={(color) => set({ ...present, color })}
        />
        <label>
          <input
            type="checkbox"
            checked={present.denoise}
            onChange={({ target }) => set({ ...present, denoise: target.checked })}
          />
          Remove noise
        </label>
        <button type="button" disabled={!settings.canUndo} onClick={settings.undo}>
          Undo
        </button>
        <button type="button" disabled={!settings.canRedo} onClick={settings.redo}>
          Redo
        </button>
        {result && (
          <a href={result.result_url} download={result.file_name}>
            Download
          </a>
        )}
        <button type="button" onClick={close}>
          Close
        </button>
      </form>
      <output>{!running && result?.details.steps && summary(result.details.steps)}</output>
    </>
  )
}

/** The URL of a file as long as the component shows it. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}
