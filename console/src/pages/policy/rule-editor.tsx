import { Button, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useShortcuts } from '../../keys/shortcuts.ts'
import { CheckField, SelectField, TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icon.tsx'
import { lengths } from '../../gen/lengths.ts'
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
  const roles = useRoles(ruleset.type)
  const change = (patch: Partial<Draft>) => onChange({ ...draft, ...patch })
  const add = () => change({ clauses: [...clauses, newClause()] })
  useShortcuts([{ keys: 'c', label: editor.addCondition, run: add }])
  return (
    <div className={classes['editor']}>
      <div className={classes['rule']}>
        <p className={classes['lead']}>
          {editor.give}{' '}
          <SelectField
            look="word"
            label={editor.role}
            // The role that it has may be one that is given no longer.
            options={{ [draft.role]: draft.role, ...roles }}
            value={draft.role}
            onChange={(role) => change({ role })}
          />{' '}
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
          <CheckField
            mt="sm"
            label={editor.everyoneElse}
            value={draft.everyoneElse}
            onChange={(everyoneElse) => change({ everyoneElse })}
          />
        )}
      </div>
      <Details ruleset={ruleset} draft={draft} change={change} />
    </div>
  )
}

/** The roles of a type of resource: what each is called, by its handle. */
export function useRoles(type: string): Readonly<Record<string, string>> {
  const { data } = useQuery({
    queryKey: ['/policy/roles', type],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      muster.get('/policy/roles', {
        params: { query: { 'filter[resource_type]': type, 'page[size]': '100' } },
        signal,
      }),
  })
  return Object.fromEntries((data?.data ?? []).map(({ handle, name }) => [handle, name]))
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
        {(['description', 'reason'] as const).map((name) => (
          <TextField
            key={name}
            className={classes['wide'] ?? ''}
            label={editor[`${name}Label`]}
            placeholder={editor[`${name}Hint`]}
            maxLength={lengths.createRule[name]}
            value={draft[name]}
            onChange={(written) => change({ [name]: written })}
          />
        ))}
        <TextField
          type="number"
          label={editor.priorityLabel}
          description={editor.priorityHelp}
          inputWrapperOrder={below}
          min={0}
          max={1_000_000}
          value={String(draft.priority)}
          onChange={(priority) => change({ priority: Number(priority) })}
        />
        {!isAttribute && (
          <TextField
            type="number"
            label={editor.graceLabel}
            description={editor.graceHint(ruleset.expires_after_days)}
            inputWrapperOrder={below}
            min={0}
            max={1095}
            value={draft.grace}
            onChange={(grace) => change({ grace })}
          />
        )}
        <TextField
          type="date"
          label={editor.lastDayLabel}
          value={draft.lastDay}
          onChange={(lastDay) => change({ lastDay })}
        />
      </div>
    </details>
  )
}

const below: NonNullable<TextInputProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
]
