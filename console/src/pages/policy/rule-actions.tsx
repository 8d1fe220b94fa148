import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { MusterError } from 'muster-sdk'
import { muster, writeOf } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { useUrlState } from '../../app/url-state.ts'
import { ActionsMenu, type MenuAction } from '../../parts/actions-menu.tsx'
import { can, Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ChangeRuleDialog } from './change-rule-dialog.tsx'
import { Activate, Deactivate, Delete, Deprecate } from './rule-dialogs.tsx'
import { text } from './text.ts'
import type { Rule } from './use-draft.ts'

/** What may be done with the rule now. Absent where nothing may. */
export function RuleActions({ rule }: { rule: Rule }) {
  const [url] = useUrlState()
  const copy = useCopy(rule)
  const takeBack = useChange(() =>
    muster.post('/policy/rules/{rule}/activate', { ...writeOf('rule', rule), body: { at: null } }),
  )
  const isDated = rule.timestamp.activates_at !== null
  const isRunning = rule.state === 'active' || rule.state === 'expiring'
  const duplicate = {
    label: text.rule.duplicate,
    ability: 'duplicate',
    isOffered: !isRunning,
    run: () => copy.mutate(),
  }
  return (
    <div className="buttons">
      {isRunning && (
        <Can record={rule} action="duplicate">
          <Button loading={copy.isPending} onClick={() => copy.mutate()}>
            {text.rule.change}
          </Button>
        </Can>
      )}
      {isDated && (
        <Can record={rule} action="activate">
          <Button loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
            {text.rule.takeBack}
          </Button>
        </Can>
      )}
      <DialogButton of={rule} can="activate" label={text.rule.activate} isPrimary>
        {(close) => <Activate rule={rule} suggested={url['replaces']} onClose={close} />}
      </DialogButton>
      <ActionsMenu record={rule} actions={[editOf(rule), duplicate, ...endsOf(rule)]} />
      <Refused change={copy} />
      <Refused change={takeBack} />
    </div>
  )
}

/** Copies the rule as a draft, which replaces it where it is in force, and opens that. */
function useCopy({ id, ruleset_id: ruleset, state }: Rule) {
  const navigate = useNavigate()
  return useChange(async () => {
    const made = await muster.post('/policy/rules/{rule}/duplicate', {
      params: { path: { rule: id } },
    })
    await navigate({
      to: '/policy/$ruleset/rules/$rule',
      params: { ruleset, rule: made.id },
      search: state === 'staged' ? {} : { replaces: id },
    })
  })
}

function editOf(rule: Rule): MenuAction {
  return {
    label: text.changeRule.edit,
    ability: 'update',
    // A draft is written in place.
    isOffered: !can(rule, 'create_condition'),
    dialog: (close) => <ChangeRuleDialog rule={rule} onClose={close} />,
  }
}

const ends = [
  ['deprecate', Deprecate],
  ['deactivate', Deactivate],
  ['delete', Delete],
] as const

function endsOf(rule: Rule): MenuAction[] {
  return ends.map(([ability, Ask]) => ({
    label: text.rule[ability],
    ability,
    dialog: (close) => <Ask rule={rule} onClose={close} />,
  }))
}

/** Why a change without a form was refused. */
export function Refused({ change }: { change: { error: MusterError | null; reset: () => void } }) {
  if (change.error === null) return null
  return (
    <Dialog title={text.rule.refused} onClose={change.reset}>
      <ChangeError error={change.error} />
    </Dialog>
  )
}
