import type { Organisation, Person } from './organisation.ts'
import { departments, divisions } from './structure.ts'

/** Which vendors know a person, and under which id; ids are unique within a vendor. */

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const codeDivisions = new Set(['Engineering', 'Product'])

/** The idp's id of a person's account. */
export function idpId(org: Organisation, index: number): string {
  return `00u${letters(org, index, 'idp filler', 11)}${digits(org.random.uniqueAt(index, 'idp id'), 6)}`
}

/** The idp's id of a person's administrator account. */
export function adminIdpId(org: Organisation, index: number): string {
  return idpId(org, index + org.people)
}

/** The suite's id: 21 digits. */
export function suiteId(org: Organisation, index: number): string {
  const filler = String(org.random.intAt(index, 'suite filler', 1e10)).padStart(10, '0')
  return `1${filler}${String(org.random.uniqueAt(index, 'suite id')).padStart(10, '0')}`
}

/** The codehost's id: a small number. */
export function codehostId(index: number): number {
  return 100 + index
}

/** The chat's id of an account (`U…`). */
export function chatId(org: Organisation, index: number): string {
  return prefixed('U', org.random.uniqueAt(index, 'chat id'))
}

/** An id such as the chat's: a letter and ten capitals or digits. */
export function prefixed(letter: string, unique: number): string {
  return `${letter}${unique.toString(36).toUpperCase().padStart(10, '0')}`
}

/** No person has a suite account before the first day; two in five contractors have none at all. */
export function hasSuite(org: Organisation, index: number): boolean {
  if (org.status(index) === 'staged') return false
  return !org.isContractor(index) || org.random.at(index, 'suite account') < 0.6
}

/** Engineering, Product and IT, and a few others. */
export function hasCodehost(org: Organisation, index: number): boolean {
  if (org.status(index) === 'staged') return false
  const department = departments[org.tree.department[index] ?? 0]
  const division = divisions[department?.division ?? 0]?.name ?? ''
  return (
    codeDivisions.has(division) ||
    department?.name === 'IT' ||
    org.random.at(index, 'codehost account') < 0.02
  )
}

/** Everybody who has started. */
export function hasChat(org: Organisation, index: number): boolean {
  return org.status(index) !== 'staged'
}

/** Whether the person is still a member of their groups: leavers are removed. */
export function isHere(org: Organisation, index: number): boolean {
  const status = org.status(index)
  return status === 'active' || status === 'suspended'
}

/**
 * The address that the codehost or the chat has: mostly the right one, sometimes in capitals, of another domain, or
 * none, so that some accounts match no person.
 */
export function strayEmail(org: Organisation, person: Person, vendor: string): string | null {
  const drawn = org.random.at(person.index, `${vendor} address`)
  if (drawn < 0.01) return null
  if (drawn < 0.02) return `${person.username}@home.example`
  return drawn < 0.05 ? person.email.toUpperCase() : person.email
}

function letters(org: Organisation, index: number, purpose: string, count: number): string {
  let text = ''
  for (let at = 0; text.length < count; at += 1)
    text += digits(org.random.uniqueAt(index, `${purpose} ${at}`), 6)
  return text.slice(0, count)
}

function digits(value: number, count: number): string {
  let text = ''
  for (let rest = value; text.length < count; rest = Math.floor(rest / 62))
    text = `${base62[rest % 62] ?? '0'}${text}`
  return text
}
