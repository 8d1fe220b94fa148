import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { May } from '../../parts/can.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { text } from './text.ts'
import type { Group } from './use-group.ts'

const { noRuleset: words } = text

/** Says that no rules decide who is in, and puts the group under rules. */
export function NoRuleset({ group }: { group: Group }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <EmptyState title={words.title}>
      <p>{words.why}</p>
      {group.state === 'active' && (
        <May permission="policy.ruleset.manage">
          <Button mt="md" variant="filled" onClick={() => setIsAsking(true)}>
            {words.verb}
          </Button>
        </May>
      )}
      {isAsking && <PutUnderRules group={group} onClose={() => setIsAsking(false)} />}
    </EmptyState>
  )
}

function PutUnderRules({ group, onClose }: { group: Group; onClose: () => void }) {
  const navigate = useNavigate()
  const mayView = useMay('policy.rule.view')
  const mayWrite = useMay('policy.rule.manage') && mayView
  // The page has no place for this dialog any more once the group is read again, so it leaves before.
  const create = useChange(async () => {
    const body = { resource_id: group.id, state: 'managed' } as const
    const { id: ruleset } = await muster.post('/policy/rulesets', { body })
    if (mayWrite) await navigate({ to: '/policy/$ruleset/rules/new', params: { ruleset } })
    else onClose()
  })
  return (
    <ConfirmDialog
      title={words.ask(group.name)}
      action={words.verb}
      isPending={create.isPending}
      error={create.error}
      onConfirm={() => create.mutate()}
      onClose={onClose}
    >
      {words.consequence}
    </ConfirmDialog>
  )
}
