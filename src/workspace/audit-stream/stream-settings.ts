/** Where the audit log is streamed to. `target` names it in the database. */
export type AuditStreamSettings = { target: string; mostBytes: number } & (
  | { kind: 'stdout' }
  | { kind: 'file'; path: string }
  | {
      kind: 'syslog'
      host: string
      port: number
      /** Files in PEM form: the authorities that are trusted in place of the system's, and a client's certificate and key. */
      ca: string | undefined
      certificate: string | undefined
      key: string | undefined
    }
)
