import { useState } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { muster, writeOf } from '../../api/muster.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { Fact, Facts } from '../../parts/facts.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { SuggestField } from '../../parts/suggest-field.tsx'
import { orNone, peopleFor } from '../../parts/suggest-records.ts'
import { Notice } from '../../parts/notice.tsx'
import { Icon } from '../../parts/icon.tsx'
import { lengths } from '../../gen/lengths.ts'
import {
  changedValues,
  changesOf,
  metadataFaults,
  usualUsername,
  writtenOf,
  type Changes,
  type Written,
} from './person-changes.ts'
import { text } from './text.ts'
import type { Person } from './use-person.ts'
import classes from './person.module.css'

const { edit: words, facts } = text
const ownFields = ['first_name', 'last_name', 'email', 'username', 'manager_id', 'parent_user_id']

type Asked = { person: Person; onClose: () => void }

/** Changes what is written by hand about a person. What a primary source decides is shown with that source. */
export function EditPersonDialog({ person: opened, onClose }: Asked) {
  // As it was when the dialog opened: what others change meanwhile is no edit of this form.
  const [person] = useState(opened)
  const [written, setWritten] = useState(() => writtenOf(person))
  const body = changesOf(person, written)
  const change = useLongChange(() =>
    muster.send('patch', '/directory/users/{user}', { ...writeOf('user', person), body }),
  )
  const set = (patch: Partial<Written>) => setWritten({ ...written, ...patch })
  const errorOf = (field: string) => change.error?.errors[field]?.join(' ')
  const isChanged = Object.keys(body).length > 0
  const faults = metadataFaults(written.metadata)
  const source = governorOf(person)
  return (
    <FormDialog
      title={words.title(person.full_name)}
      action={words.save}
      isReady={isChanged && faults.size === 0}
      change={change}
      ownFields={source === undefined ? ownFields : ownFields.slice(-3)}
      onClose={onClose}
    >
      {source === undefined ? (
        <OwnFields written={written} set={set} errorOf={errorOf} person={person} />
      ) : (
        <SourceFacts person={person} source={source} />
      )}
      <TextField
        label={facts.username}
        description={words.usualUsername(usualUsername(written.email))}
        placeholder={usualUsername(written.email)}
        value={written.username}
        error={errorOf('username')}
        maxLength={lengths.updateDirectoryUser.username}
        spellCheck={false}
        onChange={(username) => set({ username })}
      />
      <SuggestField
        label={facts.parent}
        value={written.parent?.name ?? ''}
        placeholder={words.noParent}
        suggest={orNone(words.noParent, peopleFor)}
        error={errorOf('parent_user_id')}
        onPick={(id, name) => set({ parent: id === '' ? null : { id, name } })}
      />
      <MetadataFields
        value={written.metadata}
        faults={faults}
        onChange={(metadata) => set({ metadata })}
      />
      {isChanged && <Consequences person={person} written={written} changes={body} />}
    </FormDialog>
  )
}

/** What only people without a primary account have by hand. */
function OwnFields({
  person,
  written,
  set,
  errorOf,
}: {
  person: Person
  written: Written
  set: (patch: Partial<Written>) => void
  errorOf: (field: string) => string | undefined
}) {
  const said = (key: 'full_name' | 'email') =>
    person.included.directory_identities
      .filter((identity) => identity[key] !== null && identity[key] !== '')
      .map((identity) => words.said(identity.integration_handle, identity[key] ?? ''))
      .join(', ')
  const field = (
    key: 'first_name' | 'last_name' | 'email',
    label: string,
    description?: string,
  ) => (
    <TextField
      label={label}
      description={description}
      value={written[key]}
      error={errorOf(key)}
      maxLength={lengths.updateDirectoryUser[key]}
      spellCheck={false}
      onChange={(value) => set({ [key]: value })}
    />
  )
  return (
    <>
      {field('first_name', words.firstName)}
      {field('last_name', words.lastName, said('full_name'))}
      {field('email', facts.email, said('email'))}
      <SuggestField
        label={facts.manager}
        value={written.manager?.name ?? ''}
        placeholder={words.noManager}
        suggest={orNone(words.noManager, peopleFor)}
        error={errorOf('manager_id')}
        onPick={(id, name) => set({ manager: id === '' ? null : { id, name } })}
      />
    </>
  )
}

function SourceFacts({ person, source }: { person: Person; source: string }) {
  return (
    <div>
      <p className="mb-4 quiet">{words.governed(source)}</p>
      <Facts>
        <Fact term={words.name} from={source}>
          {person.full_name}
        </Fact>
        <Fact term={facts.email} from={source}>
          {person.email}
        </Fact>
        <Fact term={facts.manager} from={source}>
          {person.included.user_manager?.full_name}
        </Fact>
      </Facts>
    </div>
  )
}

/** What changes, and what follows from it, before it is sent. */
function Consequences({
  person,
  written,
  changes,
}: {
  person: Person
  written: Written
  changes: Changes
}) {
  const { consequences: after } = words
  const { manager_id: manager, parent_user_id: parent } = changes
  const mayMove = manager !== undefined || parent !== undefined
  return (
    <div role="status">
      <Notice tone="news">
        <ul>
          {changedValues(person, written, changes).map(({ term, before, now }) => (
            <li key={term}>
              {term}: {before || words.nothing} → <strong>{now || words.nothing}</strong>
            </li>
          ))}
        </ul>
        {changes.email !== undefined && <p>{after.email}</p>}
        {manager !== undefined && <p>{after.manager(person.count.direct_report_users)}</p>}
        {parent !== undefined && (
          <p>{written.parent === null ? after.noParent : after.parent(written.parent.name)}</p>
        )}
        {mayMove && <p>{after.limits}</p>}
        {!mayMove && changes.email === undefined && <p>{after.none}</p>}
      </Notice>
    </div>
  )
}

/** The primary source of the person's account, which decides about name, address and manager. */
function governorOf({ included: { integration, directory_identities } }: Person) {
  return directory_identities.find(({ integration_id }) => integration_id === integration?.id)
    ?.integration_handle
}

/** Keys and values of the organisation's own, as lines that can be added and removed. */
function MetadataFields({
  value,
  faults,
  onChange,
}: {
  value: Written['metadata']
  faults: ReadonlyMap<number, string>
  onChange: (value: Written['metadata']) => void
}) {
  const field = (id: number, part: 'key' | 'value', label: string, maxLength: number) => (
    <TextField
      aria-label={label}
      placeholder={label}
      value={value.find((each) => each.id === id)?.[part] ?? ''}
      maxLength={maxLength}
      error={part === 'key' ? faults.get(id) : undefined}
      onChange={(typed) =>
        onChange(value.map((each) => (each.id === id ? { ...each, [part]: typed } : each)))
      }
    />
  )
  const add = () => {
    const id = 1 + Math.max(-1, ...value.map((each) => each.id))
    onChange([...value, { id, key: '', value: '' }])
  }
  return (
    <fieldset className={classes['metadata']}>
      <legend>{text.facts.more}</legend>
      {value.map(({ id, key }) => (
        <div key={id} className={classes['pair']}>
          {field(id, 'key', words.key, 64)}
          {field(id, 'value', words.valueOf(key), 1000)}
          <ActionIcon
            variant="default"
            size={30}
            aria-label={words.removeKey(key)}
            title={words.removeKey(key)}
            onClick={() => onChange(value.filter((each) => each.id !== id))}
          >
            <Icon name="close" size={13} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button variant="subtle" leftSection={<Icon name="plus" size={13} />} onClick={add}>
          {words.addKey}
        </Button>
      </div>
    </fieldset>
  )
}
