import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useShortcuts } from '../../keys/shortcuts.ts'
import { Icon } from '../../parts/icon.tsx'
import { ClauseLine } from './clause-line.tsx'
import { isForEveryoneElse, newClause, type Draft } from './draft.ts'
import { text } from './text.ts'
import type { Ruleset } from './use-ruleset.ts'
import classes from './editor.module.css'

const { editor } = text

/** A rule as a sentence whose words are chosen in place, and below it what a sentence does not say. */
export function RuleEditor({
  ruleset,
  draft,
  onChange,
}: {
  ruleset: Ruleset
  draft: Draft
  onChange: (draft: Draft) => void
}) {
  const { clauses } = draft
  const change = (patch: Partial<Draft>) => onChange({ ...draft, ...patch })
  const add = () => change({ clauses: [...clauses, newClause()] })
  useShortcuts([{ keys: 'c', label: editor.addCondition, run: add }])
  return (
    <div className={classes['editor']}>
      <div className={classes['rule']}>
        <p className={classes['lead']}>
          {editor.give}{' '}
          <RoleWord type={ruleset.type} value={draft.role} onChange={(role) => change({ role })} />{' '}
          {editor.on} <strong>{ruleset.policy_resource.name}</strong> {editor.toPeople}
        </p>
        <ul className={classes['clauses']}>
          {clauses.map((clause, index) => (
            <ClauseLine
              key={clause.id}
              clause={clause}
              isFirst={index === 0}
              onChange={(next) =>
                change({ clauses: clauses.map((each) => (each.id === clause.id ? next : each)) })
              }
              onRemove={() => change({ clauses: clauses.filter(({ id }) => id !== clause.id) })}
            />
          ))}
        </ul>
        <Button variant="subtle" leftSection={<Icon name="plus" size={13} />} onClick={add}>
          {editor.addCondition}
        </Button>
        {clauses.length === 0 && <p className={classes['note']}>{editor.nobody}</p>}
        {(isForEveryoneElse(clauses) || draft.everyoneElse) && (
          <Checkbox
            mt="sm"
            label={editor.everyoneElse}
            checked={draft.everyoneElse}
            onChange={({ currentTarget }) => change({ everyoneElse: currentTarget.checked })}
          />
        )}
      </div>
      <Details ruleset={ruleset} draft={draft} change={change} />
    </div>
  )
}

/** Which role the rule gives: those that this type of resource has. */
function RoleWord({
  type,
  value,
  onChange,
}: {
  type: string
  value: string
  onChange: (role: string) => void
}) {
  const roles = useRoles(type)
  const options = roles.some(({ handle }) => handle === value)
    ? roles
    : [{ handle: value, name: value }, ...roles]
  return (
    <select
      aria-label={editor.role}
      className={classes['word']}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map(({ handle, name }) => (
        <option key={handle} value={handle}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** The roles of a type of resource. */
export function useRoles(type: string): readonly { handle: string; name: string }[] {
  const { data } = useQuery({
    queryKey: ['/policy/roles', type],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      muster.get('/policy/roles', {
        params: { query: { 'filter[resource_type]': type, 'page[size]': '100' } },
        signal,
      }),
  })
  return data?.data ?? []
}

function Details({
  ruleset,
  draft,
  change,
}: {
  ruleset: Ruleset
  draft: Draft
  change: (patch: Partial<Draft>) => void
}) {
  const isAttribute = ruleset.type === 'directory_attribute'
  // Where the page is one column, who matches comes sooner into view.
  const [isWide] = useState(() => matchMedia('(min-width: 900px)').matches)
  return (
    <details open={isWide}>
      <summary className={classes['summary']}>{editor.details}</summary>
      <div className={classes['details']}>
        <TextInput
          className={classes['wide'] ?? ''}
          label={editor.descriptionLabel}
          placeholder={editor.descriptionHint}
          value={draft.description}
          maxLength={1000}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
        <TextInput
          className={classes['wide'] ?? ''}
          label={editor.reasonLabel}
          placeholder={editor.reasonHint}
          value={draft.reason}
          maxLength={1000}
          onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
        />
        <TextInput
          type="number"
          label={editor.priorityLabel}
          description={editor.priorityHelp}
          inputWrapperOrder={below}
          min={0}
          max={1_000_000}
          value={String(draft.priority)}
          onChange={({ currentTarget }) => change({ priority: Number(currentTarget.value) })}
        />
        {!isAttribute && (
          <TextInput
            type="number"
            label={editor.graceLabel}
            description={editor.graceHint(ruleset.expires_after_days)}
            inputWrapperOrder={below}
            min={0}
            max={1095}
            value={draft.grace}
            onChange={({ currentTarget }) => change({ grace: currentTarget.value })}
          />
        )}
        <TextInput
          type="date"
          label={editor.lastDayLabel}
          value={draft.lastDay}
          onChange={({ currentTarget }) => change({ lastDay: currentTarget.value })}
        />
      </div>
    </details>
  )
}

const below: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
