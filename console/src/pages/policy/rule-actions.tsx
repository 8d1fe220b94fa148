import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { useUrlState } from '../../app/url-state.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
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
  const navigate = useNavigate()
  const { id, ruleset_id: ruleset } = rule
  const copy = useChange(async () => {
    const made = await muster.post('/policy/rules/{rule}/duplicate', {
      params: { path: { rule: id } },
    })
    await navigate({
      to: '/policy/$ruleset/rules/$rule',
      params: { ruleset, rule: made.id },
      search: rule.state === 'staged' ? {} : { replaces: id },
    })
  })
  const takeBack = useChange(() =>
    muster.post('/policy/rules/{rule}/activate', {
      of: rule,
      params: { path: { rule: id } },
      body: { at: null },
    }),
  )
  const isDated = rule.timestamp.activates_at !== null
  const isRunning = rule.state === 'active' || rule.state === 'expiring'
  const error = copy.error ?? takeBack.error
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
      <ActionsMenu
        record={rule}
        actions={[
          {
            label: text.changeRule.edit,
            ability: 'update',
            // A draft is written in place.
            isOffered: !can(rule, 'create_condition'),
            dialog: (close) => <ChangeRuleDialog rule={rule} onClose={close} />,
          },
          {
            label: text.rule.duplicate,
            ability: 'duplicate',
            isOffered: !isRunning,
            run: () => copy.mutate(),
          },
          {
            label: text.rule.deprecate,
            ability: 'deprecate',
            dialog: (close) => <Deprecate rule={rule} onClose={close} />,
          },
          {
            label: text.rule.deactivate,
            ability: 'deactivate',
            dialog: (close) => <Deactivate rule={rule} onClose={close} />,
          },
          {
            label: text.rule.delete,
            ability: 'delete',
            dialog: (close) => <Delete rule={rule} onClose={close} />,
          },
        ]}
      />
      {error !== null && (
        <Dialog
          title={text.rule.refused}
          onClose={() => {
            copy.reset()
            takeBack.reset()
          }}
        >
          <ChangeError error={error} />
        </Dialog>
      )}
    </div>
  )
}
