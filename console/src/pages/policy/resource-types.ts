/** Groups, channels and drives first: what people ask about first. */
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
]
