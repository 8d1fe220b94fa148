import type { GoogleSettings } from './google-settings.ts'

/** Shared drives are a part of what groups are. */
export function readsDrives({ reads_groups: groups, reads_drives: drives }: GoogleSettings) {
  return groups !== false && drives === true
}

const groupScopes = ['admin.directory.group.readonly', 'admin.directory.group.member.readonly']

/** What tokens are asked for. None of the scopes can change anything. */
export function scopesOf(settings: GoogleSettings): string[] {
  return [
    'admin.directory.user.readonly',
    ...(settings.reads_groups === false ? [] : groupScopes),
    ...(readsDrives(settings) ? ['drive.readonly'] : []),
  ].map((name) => `https://www.googleapis.com/auth/${name}`)
}
