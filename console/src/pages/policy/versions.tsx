import type { RowOf } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { stateColumn, textColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { PlanDialog } from '../../parts/plan/plan-dialog.tsx'
import { useNoteApplied } from '../../parts/plan/applied.ts'
import { RecordLink } from '../../parts/record-link.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import { useRuleset, type Ruleset } from './use-ruleset.ts'

type Version = RowOf<'/policy/rulesets/{ruleset}/versions'>

const { versions: words, rules } = text

export const versionColumns: readonly Column<Version>[] = [
  textColumn('rule', words.rule, ({ description }) => description, {
    min: 180,
    grow: 3,
    to: ({ id, ruleset_id }) => `/policy/${ruleset_id}/rules/${id}`,
  }),
  stateColumn(rules.state),
  textColumn('difference', words.difference, differenceOf, {
    min: 180,
    grow: 3,
    cell: (version) => (
      <span className="ellipsis" title={differenceOf(version)}>
        {differenceOf(version)}
      </span>
    ),
  }),
  textColumn('back', words.putBack, () => '', {
    min: 96,
    grow: 0.4,
    align: 'end',
    cell: (version) => (
      <DialogButton of={version} can="put_back" label={words.putBack} isQuiet>
        {(close) => <PutBack rule={version.id} onClose={close} />}
      </DialogButton>
    ),
  }),
  textColumn('last', words.last, ({ steps: [last] }) => last?.event, {
    min: 170,
    cell: ({ steps: [last] }) =>
      last && (
        <span className="inline">
          {words.steps[last.event.split('.').at(-1) ?? ''] ?? words.changed} <Time at={last.at} />
        </span>
      ),
  }),
  textColumn('by', words.by, ({ steps: [last] }) => last?.actor_id, {
    min: 130,
    cell: ({ steps: [last] }) =>
      typeof last?.actor_id === 'string' ? <RecordLink id={last.actor_id} /> : null,
  }),
  textColumn('plan', words.plan, ({ steps: [last] }) => last?.plan_id, {
    min: 110,
    grow: 0.6,
    cell: ({ steps: [last] }) =>
      typeof last?.plan_id === 'string' ? (
        <RecordLink id={last.plan_id} name={words.openPlan} />
      ) : null,
  }),
]

/** What is other than in the rule that it came from, in words. */
function differenceOf({ came_from: from, changes }: Version): string {
  if (from === null) return ''
  if (changes.length === 0) return words.same[from.how]
  return changes.map(wordsOf).join('; ')
}

function wordsOf({ field, before, after }: Version['changes'][number]): string {
  if (field === 'condition')
    return before === null ? words.also(after ?? '') : words.without(before)
  return words.instead(field.replaceAll('_', ' '), after ?? words.nothing, before ?? words.nothing)
}

function PutBack({ rule, onClose }: { rule: string; onClose: () => void }) {
  const note = useNoteApplied()
  const params = { path: { rule } }
  return (
    <PlanDialog
      title={words.putBackTitle}
      action={words.putBack}
      wanted={`put back ${rule}`}
      plan={async () => muster.post('/policy/rules/{rule}/put-back', { params })}
      onApplied={note}
      onClose={onClose}
    >
      <p className="small quiet">{words.putBackWhat}</p>
    </PlanDialog>
  )
}

/** Which rule came from which, how they differ, and who did what when. */
export function Versions() {
  const { data: ruleset } = useRuleset()
  return ruleset === undefined ? null : <VersionsOf ruleset={ruleset} />
}

function VersionsOf({ ruleset }: { ruleset: Ruleset }) {
  const list = useFilteredList('/policy/rulesets/{ruleset}/versions', {
    words: { title: text.tabs.versions, none: words.none },
    columns: versionColumns,
    path: { ruleset: ruleset.id },
    query: { include: ['abilities'] },
  })
  return <List list={list} />
}
