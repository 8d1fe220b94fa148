import { useNavigate } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { text } from './text.ts'
import type { Group } from './use-group.ts'
import { SuggestRules } from '../../parts/suggest-rules.tsx'
import { ConfirmButton } from '../../parts/dialog-button.tsx'

const { noRuleset: words } = text

/** Says that no rules decide who is in, and puts the group under rules. */
export function NoRuleset({ group }: { group: Group }) {
  const navigate = useNavigate()
  const mayView = useMay('policy.rule.view')
  const mayWrite = useMay('policy.rule.manage') && mayView
  // The page has no place for this dialog any more once the group is read again, so it leaves before.
  const create = async () => {
    const body = { resource_id: group.id, state: 'managed' } as const
    const { id: ruleset } = await muster.post('/policy/rulesets', { body })
    if (mayWrite) await navigate({ to: '/policy/$ruleset/rules/new', params: { ruleset } })
  }
  return (
    <EmptyState title={words.title}>
      <p className="mb-12">{words.why}</p>
      <ConfirmButton
        permission="policy.ruleset.manage"
        isOffered={group.state === 'active'}
        isPrimary
        isDangerous={false}
        label={words.verb}
        title={words.ask(group.name)}
        run={create}
      >
        {words.consequence}
      </ConfirmButton>
      {group.members !== null && group.members > 0 && (
        <div className="mt-16">
          <SuggestRules resource={group.id} ruleset={null} />
        </div>
      )}
    </EmptyState>
  )
}
