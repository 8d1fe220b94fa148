import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { Notice } from './notice.tsx'

/** Says that incidents hold something, and leads those who may see them there. */
export function HeldNotice({
  incidents,
  children,
}: {
  /** Each with its source, where that is not clear. */
  incidents: readonly { id: string; integration?: { handle: string } }[]
  children: ReactNode
}) {
  const mayOpen = useMay('policy.rule.view')
  return (
    <Notice tone="warning">
      {children}
      {mayOpen &&
        incidents.map(({ id, integration }) => (
          <span key={id}>
            {' '}
            <Link to="/incidents/$incident" params={{ incident: id }}>
              {integration === undefined ? text.see : text.open(integration.handle)}
            </Link>
          </span>
        ))}
    </Notice>
  )
}

const text = {
  see: 'See the incident',
  open: (source: string) => `Open the incident of ${source}`,
} as const
