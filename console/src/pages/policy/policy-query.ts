import type { UrlState } from '../../app/url-state.ts'
import { searchText } from '../../parts/search-text.ts'

/** Groups, channels and drives: what people ask about first. */
export const resourceTypes = [
  'codehost_group',
  'codehost_project',
  'suite_workspace_group',
  'suite_identity_group',
  'suite_workspace_drive',
  'idp_group',
  'chat_public_channel',
  'chat_private_channel',
  'chat_group',
  'suite_drive_doc',
  'suite_drive_sheet',
  'suite_drive_deck',
  'suite_drive_file',
  'suite_drive_folder',
] as const
export const attributeType = 'directory_attribute'

/** The filters of the address as those of the API. */
export function policyQuery(url: UrlState): Record<string, string> {
  const { search, of, type, state, dimension, finding, authoritative, sort } = url
  const ofKind = of === 'attributes' ? attributeType : of === 'all' ? '' : resourceTypes.join(',')
  const filters = {
    'filter[search]': searchText(search),
    'filter[type]': type ?? (dimension === undefined ? ofKind : ''),
    'filter[state]': state,
    'filter[dimension_id]': dimension,
    'filter[finding]': finding,
    'filter[is_authoritative]': authoritative?.includes(',') === true ? '' : authoritative,
    sort,
  }
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value = '']) => (value === '' ? [] : [[name, value]])),
  )
}
