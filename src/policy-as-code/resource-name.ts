import type { FolderResource } from './folder-file.ts'

/** `codehost_group codehost/12`, `directory_attribute department/Sales` */
export function resourceName(resource: FolderResource): string {
  const { type, integration, vendor_id, handle, dimension, value } = resource
  return `${type} ${dimension ?? integration ?? ''}/${value ?? vendor_id ?? handle ?? ''}`
}
