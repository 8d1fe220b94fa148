/** A whole name, and the address of the same person. */
export type NamedAddress = { name: string; email: string }

/**
 * Whether the initials in addresses show that the family name comes first in the names: `Rossi Mario` has `m.rossi@`. `mario.rossi@`
 * shows nothing: some write the family name first in addresses.
 */
export function isTurnedByAddress(people: readonly NamedAddress[]): boolean {
  const orders = people.map(orderOf)
  const turned = orders.filter((order) => order === 'family first').length
  const others = orders.filter((order) => order === 'given first').length
  return turned > 1 && turned > 4 * others && turned * 2 >= people.length
}

type Order = 'family first' | 'given first'

function orderOf({ name, email }: NamedAddress): Order | null {
  const words = wordsOf(name)
  const parts = wordsOf(email.slice(0, email.indexOf('@')))
  const [initial = ''] = parts
  const family = parts.slice(1).join('')
  if (words.length < 2 || family.length < 2 || initial.length !== 1) return null
  const isFamilyFirst =
    words.slice(0, -1).join('') === family && words.at(-1)?.startsWith(initial) === true
  const isGivenFirst = words.slice(1).join('') === family && words[0]?.startsWith(initial) === true
  if (isFamilyFirst === isGivenFirst) return null
  return isFamilyFirst ? 'family first' : 'given first'
}

/** Words without case and accents, as addresses have them. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
}
