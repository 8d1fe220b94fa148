import { text } from './text.ts'

const { roles } = text.admins

export type AdminRole = keyof typeof roles

export function isAdminRole(value: string): value is AdminRole {
  return value in roles
}

/** The four roles on a ruleset, with what each may do. */
export function RoleOptions({ isShort = false }: { isShort?: boolean }) {
  return Object.entries(roles).map(([role, words]) => (
    <option key={role} value={role}>
      {isShort ? role : words}
    </option>
  ))
}
