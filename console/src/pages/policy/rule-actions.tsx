import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { useUrlState } from '../../app/url-state.ts'
import { can, Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Dropdown } from '../../parts/dropdown.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MenuItem, MenuItems } from '../../parts/menu-items.tsx'
import { RuleDialog, type RuleStep } from './rule-dialogs.tsx'
import { text } from './text.ts'
import type { Rule } from './use-draft.ts'
import classes from './policy.module.css'

const steps = ['deprecate', 'deactivate', 'delete'] as const

/** What may be done with the rule now. Absent where nothing may. */
export function RuleActions({ rule }: { rule: Rule }) {
  const [step, setStep] = useState<RuleStep>()
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
      params: { path: { rule: id } },
      body: { at: null },
    }),
  )
  const isDated = rule.timestamp.activates_at !== null
  const isRunning = rule.state === 'active' || rule.state === 'expiring'
  const others = steps.filter((each) => can(rule, each))
  const error = copy.error ?? takeBack.error
  return (
    <div className={classes['buttons']}>
      {isRunning && (
        <Can record={rule} action="duplicate">
          <Button loading={copy.isPending} onClick={() => copy.mutate()}>
            {text.rule.change}
          </Button>
        </Can>
      )}
      <Can record={rule} action="activate">
        {isDated && (
          <Button loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
            {text.rule.takeBack}
          </Button>
        )}
        <Button variant="filled" onClick={() => setStep('activate')}>
          {text.rule.activate}
        </Button>
      </Can>
      {(others.length > 0 || (!isRunning && can(rule, 'duplicate'))) && (
        <Dropdown
          label={text.rule.actions}
          align="end"
          button={(opener) => (
            <Button rightSection={<Icon name="down" size={12} />} {...opener}>
              {text.rule.actions}
            </Button>
          )}
        >
          {(close) => (
            <MenuItems>
              {!isRunning && (
                <Can record={rule} action="duplicate">
                  <MenuItem
                    onClick={() => {
                      close()
                      copy.mutate()
                    }}
                  >
                    {text.rule.duplicate}
                  </MenuItem>
                </Can>
              )}
              {others.map((each) => (
                <Can key={each} record={rule} action={each}>
                  <MenuItem
                    onClick={() => {
                      close()
                      setStep(each)
                    }}
                  >
                    {text.rule[each]}
                  </MenuItem>
                </Can>
              ))}
            </MenuItems>
          )}
        </Dropdown>
      )}
      {step !== undefined && (
        <RuleDialog
          rule={rule}
          step={step}
          replaces={url['replaces']}
          onClose={() => setStep(undefined)}
        />
      )}
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
