import { serverRole } from '../session.ts'
import { lockSpace } from './directory-lock.ts'
import { connect, type SocketConnection } from './connect.ts'

// The lock makes processes that start together create the role once.
const ENSURE_LOGIN = `do $$
begin
  perform pg_advisory_xact_lock(${lockSpace}, 2);
  if not exists (select from pg_roles where rolname = '${serverRole}') then
    create role ${serverRole} login;
  elsif not (select rolcanlogin from pg_roles where rolname = '${serverRole}') then
    alter role ${serverRole} login;
  end if;
end $$`

/**
 * Enables the login of the role that owns nothing, and creates it if it is missing. Everything but the start and
 * the migrations uses the returned connection: its sessions can't become the administrator.
 */
export async function serverLogin(administrator: SocketConnection): Promise<SocketConnection> {
  const client = await connect(administrator, 'muster start')
  try {
    await client.query(ENSURE_LOGIN)
  } finally {
    await client.end()
  }
  return { ...administrator, user: serverRole }
}
