import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { isJson, type Json } from './mapping-json.ts'
import { text } from './text.ts'
import classes from './mapping.module.css'

type JsonEditing = {
  mapping: Json
  /** As it stands in the field, while that is edited or is no JSON. */
  typed: string | undefined
  setTyped: (typed: string | undefined) => void
  onChange: (mapping: Json) => void
}

/** The whole mapping as text. What is no JSON yet changes nothing. */
export function JsonView(props: JsonEditing) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className={classes['json']}
      data-path="groups"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{text.json.show}</summary>
      {isOpen && <JsonText {...props} />}
    </details>
  )
}

function JsonText({ mapping, typed, setTyped, onChange }: JsonEditing) {
  return (
    <Textarea
      label={text.json.label}
      description={text.json.detail}
      error={isNoJson(typed) ? text.json.wrong : undefined}
      value={typed ?? JSON.stringify(mapping, null, 2)}
      rows={24}
      spellCheck={false}
      classNames={{ input: classes['code'] ?? '' }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        const read = parsed(value)
        if (read !== undefined) onChange(read)
      }}
      onBlur={() => {
        if (!isNoJson(typed)) setTyped(undefined)
      }}
    />
  )
}

/** Whether something was typed that can't be saved. */
export function isNoJson(typed: string | undefined): boolean {
  return typed !== undefined && parsed(typed) === undefined
}

function parsed(value: string): Json | undefined {
  try {
    const read: unknown = JSON.parse(value)
    return isJson(read) ? read : undefined
  } catch {
    return undefined
  }
}
