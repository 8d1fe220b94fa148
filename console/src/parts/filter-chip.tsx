import { UnstyledButton } from '@mantine/core'
import { Dropdown } from './dropdown.tsx'
import { Icon } from './icon.tsx'
import { OnDemand } from './on-demand.tsx'
import type { Option } from './option-list.tsx'
import classes from './filter-bar.module.css'

/** `key` is its name in the address. Any of the chosen options matches. */
export type Filter = { key: string; label: string; options: readonly Option[] }

// Check boxes are not needed before the first click.
export const loadOptionList = async () => (await import('./option-list.tsx')).OptionList

/** A filter as a chip: dashed while it narrows nothing, else with its values and a way to clear them. */
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
    <div className={classes['chip']} data-active={chosen.length > 0}>
      <Dropdown
        label={filter.label}
        align="start"
        button={(opener) => (
          <UnstyledButton className={classes['open']} {...opener}>
            {chosen.length === 0 && <Icon name="plus" size={12} />}
            {filter.label}
            {chosen.length > 0 && <span className={classes['value']}>{words.join(', ')}</span>}
          </UnstyledButton>
        )}
      >
        <OnDemand load={loadOptionList}>
          {(OptionList) => (
            <OptionList options={filter.options} chosen={chosen} onToggle={toggle} />
          )}
        </OnDemand>
      </Dropdown>
      {chosen.length > 0 && (
        <UnstyledButton
          className={classes['clear']}
          aria-label={`Clear the filter ${filter.label}`}
          onClick={() => onChange('')}
        >
          <Icon name="close" size={12} />
        </UnstyledButton>
      )}
    </div>
  )
}
