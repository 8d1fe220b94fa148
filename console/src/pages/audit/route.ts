import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

export const auditRoute = page(rootRoute, '/audit', 'AuditPage', () => import('./audit-page.tsx'))
