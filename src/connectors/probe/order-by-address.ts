/** A whole name, and the address of the same person. */
export type NamedAddress = { name: string; email: string }

/**
 * Whether the addresses show that the family name comes first in the names: `ROSSI MARIO` has `mario.rossi@`, `Rossi Mario` has
 * `m.rossi@`. A name in small letters beside `mario.rossi@` shows nothing: some write the family name first in addresses.
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
  const [given = ''] = parts
  const family = parts.slice(1).join('')
  if (words.length < 2 || family.length < 2) return null
  const isInitial = given.length === 1
  if (!isInitial && name !== name.toUpperCase()) return null
  const begins = (word = '') => (isInitial ? word.startsWith(given) : word === given)
  const isFamilyFirst = words.slice(0, -1).join('') === family && begins(words.at(-1))
  const isGivenFirst = words.slice(1).join('') === family && begins(words[0])
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
