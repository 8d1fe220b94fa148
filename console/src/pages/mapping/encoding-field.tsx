import { SelectField } from '../../parts/fields.tsx'
import { text } from './text.ts'
import type { Encoding } from './use-file-probe.ts'

const { encoding: words } = text

/** A record, so that one that is missing is an error of types. */
const encodings: Readonly<Record<Encoding, string>> = {
  'utf-8': 'utf-8',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1254': 'windows-1254',
  'iso-8859-2': 'iso-8859-2',
  macintosh: 'macintosh',
  shift_jis: 'shift_jis',
  'euc-kr': 'euc-kr',
  gb18030: 'gb18030',
  big5: 'big5',
}

/** What a file is encoded in, where it does not say so itself. */
export function EncodingField({
  value,
  onChange,
}: {
  value: Encoding | undefined
  onChange: (encoding: Encoding | undefined) => void
}) {
  return (
    <SelectField
      label={words.label}
      none={words.found}
      options={encodings}
      value={value}
      onChange={onChange}
      onNone={() => onChange(undefined)}
    />
  )
}
