import { useState } from 'react'
import { muster, writeOf } from '../../api/muster.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { useLongChange } from '../../api/use-long-change.ts'
import { ConfirmDialog } from '../../parts/form-dialog.tsx'
import { dayAfter, endOfDay } from '../../parts/instants.ts'
import { TextField } from '../../parts/fields.tsx'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { text } from './text.ts'
import type { Person } from './use-person.ts'
import { EditPersonDialog } from './edit-person-dialog.tsx'

export const lifecycleSteps = [
  'activate',
  'expire',
  'suspend',
  'deactivate',
  'restore',
  'delete',
  'erase',
] as const
export type LifecycleStep = (typeof lifecycleSteps)[number]

const dangerousSteps: ReadonlySet<LifecycleStep> = new Set(['deactivate', 'delete', 'erase'])

/** Carries a step out. `at` is the end of a person who leaves. */
function takeStep(person: Person, step: LifecycleStep, at: string) {
  const change = writeOf('user', person)
  switch (step) {
    case 'activate':
      return muster.send('post', '/directory/users/{user}/activate', change)
    case 'expire':
      return muster.send('post', '/directory/users/{user}/expire', { ...change, body: { at } })
    case 'suspend':
      return muster.send('post', '/directory/users/{user}/suspend', change)
    case 'deactivate':
      return muster.send('post', '/directory/users/{user}/deactivate', change)
    case 'restore':
      return muster.send('post', '/directory/users/{user}/restore', change)
    case 'delete':
      return muster.send('delete', '/directory/users/{user}', change)
    case 'erase':
      return muster.send('post', '/directory/users/{user}/erase', change)
  }
}

/** What follows from a step, one sentence each. `losses` are undefined where the viewer may not see them. */
function consequencesOf(
  { count }: Person,
  step: LifecycleStep,
  losses: Losses | undefined,
): string[] {
  const { consequences } = text
  const lost = losses === undefined ? consequences.resources(count.policy_users) : words(losses)
  const reports =
    count.direct_report_users > 0 ? [consequences.reports(count.direct_report_users)] : []
  switch (step) {
    case 'activate':
    case 'restore':
    case 'erase':
      return [consequences[step]]
    case 'expire':
      return [consequences.expire(lost), ...reports]
    case 'suspend':
      return [consequences.loses(lost)]
    case 'deactivate':
      return [consequences.loses(lost), ...reports]
    case 'delete':
      return [consequences.loses(lost), ...reports, consequences.deletes]
  }
}

const list = new Intl.ListFormat('en')

/** "8 groups, 2 projects, and 1 channel", the most frequent first. */
function words({ counts, isCapped }: Losses): string {
  const { kinds, atLeast } = text.consequences
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  const all = list.format(sorted.map(([kind, count]) => kinds[kind](count)))
  return isCapped ? atLeast(all) : all
}

/** What may be done with the person now. */
export function PersonActions({ person }: { person: Person }) {
  return (
    <ActionsMenu
      record={person}
      actions={[
        {
          label: text.edit.verb,
          ability: 'update',
          dialog: (close) => <EditPersonDialog person={person} onClose={close} />,
        },
        ...lifecycleSteps.map((step) => ({
          label: text.actions[step].verb,
          ability: step,
          dialog: (close: () => void) => (
            <LifecycleDialog person={person} step={step} onClose={close} />
          ),
        })),
      ]}
    />
  )
}

const usualDays = 14

/** Asks before a step of a person's life, with what follows from it. */
function LifecycleDialog({
  person,
  step,
  onClose,
}: {
  person: Person
  step: LifecycleStep
  onClose: () => void
}) {
  const [day, setDay] = useState(() => dayAfter(usualDays))
  const change = useLongChange(() => takeStep(person, step, endOfDay(day) ?? day))
  const losses = useLosses(person.id)
  const { verb, title } = text.actions[step]
  return (
    <ConfirmDialog
      title={title(person.full_name)}
      action={verb}
      isDangerous={dangerousSteps.has(step)}
      change={change}
      onClose={onClose}
    >
      {consequencesOf(person, step, losses).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {step === 'expire' && (
        <TextField type="date" label={text.actions.date} required value={day} onChange={setDay} />
      )}
    </ConfirmDialog>
  )
}

const most = 500

/** What a person has, as numbers: how many groups, projects and so on. `isCapped`: there is more. */
export type Losses = { counts: ReadonlyMap<LossKind, number>; isCapped: boolean }
export type LossKind = 'group' | 'project' | 'channel' | 'drive' | 'document' | 'attribute'

/** What a person who loses everything loses now. Undefined until it is known, and for those who may not see it. */
function useLosses(user: string): Losses | undefined {
  const { data } = useApiIf(useMay('policy.rule.view'), '/directory/users/{user}/access', {
    params: { path: { user }, query: { 'page[size]': String(most) } },
  })
  if (data === undefined) return undefined
  const byKind = Map.groupBy(data.data, ({ type }) => kindOf(type))
  const counts = new Map([...byKind].map(([kind, rows]) => [kind, rows.length]))
  return { counts, isCapped: data.links.next !== null }
}

function kindOf(type: string): LossKind {
  if (type === 'directory_attribute') return 'attribute'
  if (type.endsWith('_group')) return 'group'
  if (type.endsWith('_project')) return 'project'
  if (type.endsWith('_channel')) return 'channel'
  return type.endsWith('_drive') ? 'drive' : 'document'
}
