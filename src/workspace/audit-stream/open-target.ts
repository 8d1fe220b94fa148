import { fileTarget, outputTarget } from './file-target.ts'
import type { StreamTarget } from './stream-target.ts'
import { syslogTarget } from './syslog-target.ts'
import type { AuditStreamSettings } from './stream-settings.ts'

export function openTarget(settings: AuditStreamSettings): StreamTarget {
  switch (settings.kind) {
    case 'stdout':
      return outputTarget(settings.mostBytes)
    case 'file':
      return fileTarget(settings.path, settings.mostBytes)
    case 'syslog':
      return syslogTarget(settings)
  }
}
