import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Whether OpenLDAP's client is installed. */
export async function hasLdapsearch(): Promise<boolean> {
  const child = spawn('ldapsearch', ['-VV'], { stdio: 'ignore' })
  try {
    const [code] = await once(child, 'exit')
    return code === 0
  } catch {
    return false
  }
}

type Search = { port: number; base: string; filter: string; pageSize: number }

/** Reads all entries with all their attributes, in pages, and throws away what it prints. */
export async function runLdapsearch({ port, base, filter, pageSize }: Search): Promise<void> {
  const args = ['-x', '-LLL', '-o', 'ldif_wrap=no', '-H', `ldap://127.0.0.1:${port}`, '-b', base]
  const pages = ['-E', `pr=${pageSize}/noprompt`]
  const child = spawn('ldapsearch', [...args, ...pages, filter, '*', '+'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`ldapsearch ended with code ${code}`)
}
