import { Chip } from './chip.tsx'
import type { Option } from './option-list.tsx'

/** `key` is its name in the address. Any of the chosen options matches. */
export type Filter = { key: string; label: string; options: readonly Option[] }

/** A filter whose values are chosen from a list. */
export function FilterChip({
  filter,
  value,
  onChange,
}: {
  filter: Filter
  value: string
  onChange: (value: string) => void
}) {
  const chosen = value === '' ? [] : value.split(',')
  const words = chosen.map(
    (each) => filter.options.find((option) => option.value === each)?.label ?? each,
  )
  const toggle = (option: string) =>
    onChange(
      (chosen.includes(option)
        ? chosen.filter((each) => each !== option)
        : [...chosen, option]
      ).join(','),
    )
  return (
    <Chip
      label={filter.label}
      value={chosen.length === 0 ? undefined : words.join(', ')}
      onClear={() => onChange('')}
    >
      {({ OptionList }) => (
        <OptionList options={filter.options} chosen={chosen} onToggle={toggle} />
      )}
    </Chip>
  )
}
