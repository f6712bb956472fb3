import { useState } from 'react'

/** Shows the result over the source, up to a line that can be moved. */
export function Compare({ before, after }: { before?: string; after?: string }) {
  const [share, setShare] = useState(50)
  return (
    <figure>
      {before && <img src={before} alt="Before" />}
      {after && <img src={after} alt="After" style={{ clipPath: `inset(0 0 0 ${share}%)` }} />}
      <input
        type="range"
        aria-label="Before and after"
        value={share}
        onChange={({ target }) => setShare(target.valueAsNumber)}
      />
    </figure>
  )
}
