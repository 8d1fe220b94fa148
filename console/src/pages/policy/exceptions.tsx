import type { Column } from '../../parts/columns.ts'
import { stateColumn, textColumn, timeColumn, wordColumn } from '../../parts/column-kinds.tsx'
import { useUrlState } from '../../app/url-state.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../parts/form-dialog.tsx'
import { dayAfter, endOfDay } from '../../parts/instants.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { peopleFor } from '../../parts/suggest-records.ts'
import { useForm } from '../../parts/use-form.ts'
import { lengths } from '../../gen/lengths.ts'
import type { RuleRow } from './rules.tsx'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'
import { useRoles } from './rule-editor.tsx'

const { exceptions: words, rules } = text

/** `is Ada Lindqvist`, as a name. */
function personIn(description: string | null): string {
  return (description ?? '').replace(/^is /, '')
}

export const exceptionColumns: readonly Column<RuleRow>[] = [
  textColumn('person', words.person, ({ description }) => personIn(description), {
    min: 160,
    grow: 2,
    to: ({ id, ruleset_id }) => `/policy/${ruleset_id}/rules/${id}`,
  }),
  timeColumn('ends', words.ends, ({ timestamp }) => timestamp.expires_at),
  textColumn('reason', words.reason, ({ reason }) => reason, {
    min: 180,
    grow: 3,
    cell: ({ reason }) => (
      <span className="ellipsis" title={reason ?? undefined}>
        {reason}
      </span>
    ),
  }),
  wordColumn('role', rules.role, ({ role_name }) => role_name, { min: 104, grow: 0.8 }),
  stateColumn(rules.state),
]

/** People who are in until a day, whatever the rules say. */
export function Exceptions() {
  const { data: ruleset } = useRuleset()
  return ruleset === undefined ? null : <ExceptionsOf ruleset={ruleset} />
}

function ExceptionsOf({ ruleset }: { ruleset: Ruleset }) {
  const [{ ended }] = useUrlState()
  const list = useFilteredList('/policy/rulesets/{ruleset}/rules', {
    words: { title: text.tabs.exceptions, count: words.count, none: words.none },
    columns: exceptionColumns,
    path: { ruleset: ruleset.id },
    query: {
      'filter[is_exception]': 'true',
      'filter[state]': ended === 'true' ? '' : 'staged,active,expiring',
    },
    filters: [{ key: 'ended', label: words.ended, options: [{ value: 'true', label: text.yes }] }],
  })
  return (
    <List
      list={list}
      actions={
        <DialogButton of={ruleset} can="create_exception" label={words.add} isAdding>
          {(close) => <ExceptionDialog ruleset={ruleset} onClose={close} />}
        </DialogButton>
      }
    />
  )
}

const usualDays = 30
const begin = () => ({ id: '', name: '', role: 'member', day: dayAfter(usualDays), reason: '' })

/** Lets one person in, until a day and for a reason. */
export function ExceptionDialog({ ruleset, onClose }: { ruleset: Ruleset; onClose: () => void }) {
  const { values, set, of } = useForm(begin)
  const { id, name, role, day, reason } = values
  const roles = useRoles(ruleset.type)
  const change = useChange(() =>
    muster.post('/policy/rulesets/{ruleset}/exceptions', {
      params: { path: { ruleset: ruleset.id } },
      body: { user_id: id, role, expires_at: endOfDay(day) ?? '', reason },
    }),
  )
  const resource = ruleset.policy_resource.name
  return (
    <ConfirmDialog
      title={words.title(resource)}
      action={words.action}
      change={change}
      onClose={onClose}
    >
      <SuggestField
        label={words.user}
        value={name}
        placeholder={words.userHint}
        suggest={peopleFor}
        onPick={(picked, called) => set({ id: picked, name: called })}
      />
      <div className="flex wrap end gap-12">
        <SelectField label={words.role} options={roles} {...of('role')} />
        <TextField type="date" label={words.until} required {...of('day')} />
      </div>
      <TextField
        label={words.why}
        placeholder={words.whyHint}
        maxLength={lengths.createException.reason}
        required
        {...of('reason')}
      />
      <p>{id === '' ? words.choose : words.consequence(name, roles[role] ?? role, resource)}</p>
    </ConfirmDialog>
  )
}
