import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

/** `/login?name=…&challenge=…`, which `muster login` opens. */
export const loginRoute = page(rootRoute, '/login', 'LoginPage', () => import('./login-page.tsx'))
