import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { isJson, type Json } from './mapping-json.ts'
import { text } from './text.ts'
import classes from './mapping.module.css'

/** The whole mapping as text. What is no JSON yet changes nothing. */
export function JsonView({
  mapping,
  onChange,
}: {
  mapping: Json
  onChange: (mapping: Json) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className={classes['json']}
      data-path="groups"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{text.json.show}</summary>
      {isOpen && <JsonText mapping={mapping} onChange={onChange} />}
    </details>
  )
}

function JsonText({ mapping, onChange }: { mapping: Json; onChange: (mapping: Json) => void }) {
  const [typed, setTyped] = useState<string>()
  return (
    <Textarea
      label={text.json.label}
      description={text.json.detail}
      error={typed !== undefined && parsed(typed) === undefined ? text.json.wrong : undefined}
      value={typed ?? JSON.stringify(mapping, null, 2)}
      rows={24}
      spellCheck={false}
      classNames={{ input: classes['code'] ?? '' }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        const read = parsed(value)
        if (read !== undefined) onChange(read)
      }}
      onBlur={() => setTyped((last) => (parsed(last ?? '{}') === undefined ? last : undefined))}
    />
  )
}

function parsed(value: string): Json | undefined {
  try {
    const read: unknown = JSON.parse(value)
    return isJson(read) ? read : undefined
  } catch {
    return undefined
  }
}
