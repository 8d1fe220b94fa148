import { Link } from '@tanstack/react-router'
import { DetailPanel } from '../../parts/detail-panel.tsx'
import { text } from './text.ts'
import { WhyView } from './why-view.tsx'

/** Why, beside a list in which a membership was opened. */
export function WhyPanel({
  title,
  person,
  ruleset,
  stay,
  onClose,
}: {
  title: string
  person: string
  ruleset: string
  stay?: string | undefined
  onClose: () => void
}) {
  return (
    <DetailPanel
      title={title}
      isWide
      onClose={onClose}
      action={
        <Link to="/why" search={{ person, ruleset }} className="link">
          {text.asPage}
        </Link>
      }
    >
      <WhyView person={person} ruleset={ruleset} stay={stay} />
    </DetailPanel>
  )
}
