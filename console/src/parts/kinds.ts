export const attributeType = 'directory_attribute'

/** The kinds of resources, as the API names them, in words. */
const kinds: Readonly<Record<string, string>> = {
  [attributeType]: 'Attribute',
  codehost_group: 'Code group',
  codehost_project: 'Code project',
  suite_drive_doc: 'Document',
  suite_drive_file: 'File',
  suite_drive_folder: 'Folder',
  suite_drive_deck: 'Presentation',
  suite_drive_sheet: 'Spreadsheet',
  suite_identity_group: 'Identity group',
  suite_workspace_drive: 'Shared drive',
  suite_workspace_group: 'Mail group',
  idp_group: 'IdP group',
  chat_public_channel: 'Public channel',
  chat_private_channel: 'Private channel',
  chat_group: 'Chat group',
}

export const kindOptions = Object.entries(kinds)
  .filter(([value]) => value !== attributeType)
  .map(([value, label]) => ({ value, label }))

/** A kind that this version does not know is shown by its own name. */
export function kindWords(kind: string): string {
  return kinds[kind] ?? kind.replaceAll('_', ' ')
}

/** A role at a vendor in words, from its handle, as the roles of rules are named: `owner` is Owner. */
export function roleWords(handle: string): string {
  return handle.slice(0, 1).toUpperCase() + handle.slice(1).replaceAll('_', ' ')
}
