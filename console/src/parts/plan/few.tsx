import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { text } from './text.ts'

const few = 4

/** The first lines, and the others on demand. */
export function Few({ lines }: { lines: readonly string[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, few)
  return (
    <ul>
      {shown.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two findings may say the same
        <li key={index}>{line}</li>
      ))}
      {lines.length > shown.length && (
        <li>
          <UnstyledButton className="link" onClick={() => setIsWhole(true)}>
            {text.moreFindings(lines.length - shown.length)}
          </UnstyledButton>
        </li>
      )}
    </ul>
  )
}
