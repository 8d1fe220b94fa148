import { useState } from 'react'

/**
 * The values of a form: `useForm(() => ({ name: user.name }))`. What others change meanwhile is no edit of it, so `begin` is
 * asked once. `<TextField {...form.of('name')} />` is a field.
 */
export function useForm<Values extends object>(begin: () => Values) {
  const [first] = useState(begin)
  const [values, setValues] = useState(first)
  const set = (patch: Partial<Values>) => setValues((last) => ({ ...last, ...patch }))
  const sent = { ...values }
  const changes: Partial<Values> = {}
  for (const name in sent) {
    const value = sent[name]
    if (typeof value === 'string') Object.assign(sent, { [name]: value.trim() })
    if (!Object.is(sent[name], first[name])) changes[name] = sent[name]
  }
  return {
    values,
    /** The values as they are sent: texts without space around them. */
    sent,
    /** Those that differ from the first. */
    changes,
    isChanged: Object.keys(changes).length > 0,
    set,
    of: <Name extends keyof Values>(name: Name) => ({
      value: values[name],
      onChange: (value: Values[Name]) => {
        const patch: Partial<Values> = {}
        patch[name] = value
        set(patch)
      },
    }),
  }
}

/** A name as a handle, without accents: `Büro Köln` → `buro-koln`. */
export function handleOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63)
}
