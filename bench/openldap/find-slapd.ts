import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Where OpenLDAP's programs and files are. `modules` is undefined where the back end is built in. */
export type SlapdFiles = {
  slapd: string
  slapadd: string
  schema: string
  modules: string | undefined
}

const programFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec', '/usr/local/libexec']
const schemaFolders = ['/etc/ldap/schema', '/etc/openldap/schema', '/usr/local/etc/openldap/schema']
const moduleFolders = ['/usr/lib/ldap', '/usr/lib64/openldap', '/usr/lib/openldap']

/** Looks on PATH and where distributions put it; undefined where something is missing. */
export async function findSlapd(): Promise<SlapdFiles | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...programFolders]
  const [slapd, slapadd, schema, module] = await Promise.all([
    firstOf(folders, 'slapd'),
    firstOf(folders, 'slapadd'),
    firstOf(schemaFolders, 'inetorgperson.schema'),
    firstOf(moduleFolders, 'back_mdb.la').then((it) => it ?? firstOf(moduleFolders, 'back_mdb.so')),
  ])
  if (slapd === undefined || slapadd === undefined || schema === undefined) return undefined
  return { slapd, slapadd, schema: join(schema, '..'), modules: module && join(module, '..') }
}

async function firstOf(folders: readonly string[], name: string): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, name)
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (folder !== '' && isThere) return path
  }
  return undefined
}
