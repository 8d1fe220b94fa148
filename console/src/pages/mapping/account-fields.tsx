import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Section } from '../../parts/section.tsx'
import { extraKeys, textsAt, withAt, type ColumnsAt, type Json } from './mapping-json.ts'
import { PathList } from './path-list.tsx'
import { text } from './text.ts'
import { TextField } from '../../parts/fields.tsx'
import classes from './mapping.module.css'

const fields = [
  'vendor_id',
  'handle',
  'email',
  'first_name',
  'last_name_prefix',
  'last_name',
  'second_last_name',
  'full_name',
  'created_at',
] as const

type Editing = {
  mapping: Json
  /** Columns of the file that the mapping is tried on. */
  columns: readonly string[]
  columnsAt: ColumnsAt
  onChange: (mapping: Json) => void
}

/** Our fields, each with the columns or keys that it is read from. */
export function AccountFields({ mapping, columns, columnsAt, onChange }: Editing) {
  const list = (label: string, keys: readonly string[]) => (
    <PathList
      label={label}
      paths={textsAt(mapping, keys)}
      known={columns}
      columnsAt={columnsAt}
      onChange={(paths) => onChange(withAt(mapping, keys, paths))}
    />
  )
  return (
    <Section title={text.edit} detail={text.editDetail}>
      {fields.map((field) => {
        const { label, detail } = text.fields[field]
        return (
          <FieldLine key={field} path={`account.${field}`} label={label} detail={detail}>
            {list(label, ['account', field])}
          </FieldLine>
        )
      })}
      <FieldLine path="account.state.ended_at" {...text.ended}>
        {list(text.ended.label, ['account', 'state', 'ended_at'])}
      </FieldLine>
    </Section>
  )
}

const at = (key: string) => ['account', 'profile_extra', key]

/** Keys that are added to profiles from elsewhere in a record. */
export function ExtraKeys({ mapping, columns, columnsAt, onChange }: Editing) {
  const [name, setName] = useState('')
  const keys = extraKeys(mapping)
  const wanted = name.trim()
  const add = () => {
    if (wanted === '' || keys.includes(wanted)) return
    onChange(withAt(mapping, at(wanted), columns.includes(wanted) ? [wanted] : []))
    setName('')
  }
  return (
    <Section title={text.extra.title} detail={text.extra.detail}>
      {keys.map((key) => (
        <FieldLine key={key} label={<code>{key}</code>} detail="">
          <PathList
            label={key}
            paths={textsAt(mapping, at(key))}
            known={columns}
            columnsAt={columnsAt}
            onChange={(paths) => onChange(withAt(mapping, at(key), paths))}
          />
        </FieldLine>
      ))}
      <div className={classes['newKey']}>
        <TextField
          aria-label={text.extra.name}
          placeholder={text.extra.name}
          value={name}
          maxLength={200}
          onChange={setName}
        />
        <Button onClick={add}>{text.extra.add}</Button>
      </div>
    </Section>
  )
}

export function FieldLine({
  path,
  label,
  detail,
  children,
}: {
  /** The part of the mapping, for links to it. */
  path?: string
  label: ReactNode
  detail: string
  children: ReactNode
}) {
  return (
    <div className={classes['line']} data-path={path}>
      <div>
        <div className={classes['label']}>{label}</div>
        {detail !== '' && <div className="small quiet">{detail}</div>}
      </div>
      <div className={classes['value']}>{children}</div>
    </div>
  )
}
