import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import { findManageable } from '../../workspace/users/protected-user.ts'
import { selectNoticeSettings } from './queries.ts'
import { isOwn } from './describe-notice-setting.ts'
import { requireTestable } from './test-notice-setting.ts'

export const noticeSettingAbilities = abilitiesOn(
  'noticeSetting',
  async (context, ids) => {
    const rows = await selectNoticeSettings(context.db).where('u.id', 'in', ids).execute()
    const manageable = await findManageable(context, ids)
    return rows.map((row) => Object.assign(row, { isManageable: manageable.has(row.id) }))
  },
  (context, row) => {
    const update = isOwn(context, row.id)
      ? context.may('workspace.user.manage', { own: true })
      : row.isManageable
    return { update, test: update && isAllowed(() => requireTestable(row, context.services)) }
  },
)
