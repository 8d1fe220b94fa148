import { useId } from 'react'
import { text } from './text.ts'
import type { Encoding } from './use-file-probe.ts'
import classes from './mapping.module.css'

const { encoding: words } = text

const encodings: readonly Encoding[] = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'iso-8859-2',
  'macintosh',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
]

/** What a file is encoded in, where it does not say so itself. */
export function EncodingField({
  value,
  onChange,
}: {
  value: Encoding | undefined
  onChange: (encoding: Encoding | undefined) => void
}) {
  const id = useId()
  return (
    <div className={classes['encoding']}>
      <label htmlFor={id} className={classes['label']}>
        {words.label}
      </label>
      <select
        id={id}
        className={classes['select']}
        value={value ?? ''}
        onChange={({ currentTarget }) =>
          onChange(encodings.find((each) => each === currentTarget.value))
        }
      >
        <option value="">{words.found}</option>
        {encodings.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </div>
  )
}
