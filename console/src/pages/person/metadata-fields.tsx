import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Icon } from '../../parts/icon.tsx'
import type { Written } from './person-changes.ts'
import { text } from './text.ts'
import classes from './person.module.css'

const { edit: words } = text

/** Keys and values of the organisation's own, as lines that can be added and removed. */
export function MetadataFields({
  value,
  faults,
  onChange,
}: {
  value: Written['metadata']
  faults: ReadonlyMap<number, string>
  onChange: (value: Written['metadata']) => void
}) {
  const field = (id: number, part: 'key' | 'value', label: string, maxLength: number) => (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={value.find((each) => each.id === id)?.[part] ?? ''}
      maxLength={maxLength}
      error={part === 'key' ? faults.get(id) : undefined}
      onChange={({ currentTarget }) =>
        onChange(
          value.map((each) => (each.id === id ? { ...each, [part]: currentTarget.value } : each)),
        )
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
