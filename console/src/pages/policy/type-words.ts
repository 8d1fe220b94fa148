const words: Readonly<Record<string, string>> = {
  directory_attribute: 'Attribute',
  codehost_group: 'Code group',
  codehost_project: 'Code project',
  suite_workspace_group: 'Mail group',
  suite_identity_group: 'Identity group',
  suite_workspace_drive: 'Shared drive',
  suite_drive_doc: 'Document',
  suite_drive_sheet: 'Spreadsheet',
  suite_drive_deck: 'Presentation',
  suite_drive_file: 'File',
  suite_drive_folder: 'Folder',
  idp_group: 'Directory group',
  chat_public_channel: 'Public channel',
  chat_private_channel: 'Private channel',
  chat_group: 'Chat group',
}

/** What kind of resource a ruleset is the policy of. */
export function typeWords(type: string): string {
  return words[type] ?? type.replaceAll('_', ' ')
}
