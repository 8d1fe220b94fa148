import { adminRoles } from './admin-columns.tsx'
import { text } from './text.ts'

/** The four roles on a service, each with what it lets one do. */
export const roleOptions = adminRoles.map((value) => ({
  value,
  label: text.roles[value].word,
  detail: text.roles[value].may,
}))
