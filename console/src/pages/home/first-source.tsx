import { ButtonLink } from '../../parts/button-link.tsx'
import { May } from '../../parts/can.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { text } from './text.ts'

/** Where a new installation begins: people come from a source. */
export function FirstSource() {
  return (
    <EmptyState title={text.first.title}>
      <p>{text.first.why}</p>
      <May permission="workspace.integration.manage">
        <ButtonLink to="/sources/connect" isPrimary>
          {text.first.action}
        </ButtonLink>
      </May>
    </EmptyState>
  )
}
