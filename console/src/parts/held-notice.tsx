import { Link } from '@tanstack/react-router'
import { Notice } from './notice.tsx'

/** Says that incidents hold something, and leads to them. */
export function HeldNotice({
  incidents,
  children,
}: {
  incidents: readonly { id: string; integration: { handle: string } }[]
  children: string
}) {
  return (
    <Notice tone="warning">
      {children}
      {incidents.map(({ id, integration: { handle } }) => (
        <span key={id}>
          {' '}
          <Link to="/incidents/$incident" params={{ incident: id }}>
            {text.open(handle)}
          </Link>
        </span>
      ))}
    </Notice>
  )
}

const text = { open: (source: string) => `Open the incident of ${source}` } as const
