import { useId } from 'react'
import { text } from './text.ts'
import type { Encoding } from './use-file-probe.ts'
import classes from './mapping.module.css'

const { encoding: words } = text

/** A record, so that one that is missing is an error of types. */
const encodings: Readonly<Record<Encoding, true>> = {
  'utf-8': true,
  'utf-16le': true,
  'utf-16be': true,
  'windows-1252': true,
  'windows-1250': true,
  'windows-1251': true,
  'windows-1254': true,
  'iso-8859-2': true,
  macintosh: true,
  shift_jis: true,
  'euc-kr': true,
  gb18030: true,
  big5: true,
}

function isEncoding(value: string): value is Encoding {
  return Object.hasOwn(encodings, value)
}

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
          onChange(isEncoding(currentTarget.value) ? currentTarget.value : undefined)
        }
      >
        <option value="">{words.found}</option>
        {Object.keys(encodings).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </div>
  )
}
