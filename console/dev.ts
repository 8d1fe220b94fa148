import { createServer } from 'vite'
import { viteConfig } from './vite.ts'

// npm run dev -w console: the console with changes shown at once, in front of a running Muster (MUSTER_URL).

const target = process.env['MUSTER_URL'] ?? 'http://127.0.0.1:8600'
// Muster lets a browser change something only from its own origin.
const toServer = { target, headers: { origin: new URL(target).origin } }
const server = await createServer({
  ...viteConfig,
  logLevel: 'info',
  server: {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] ?? 5173),
    proxy: Object.fromEntries(
      ['/api', '/auth', '/session', '/sign-in', '/docs'].map((path) => [path, toServer]),
    ),
  },
})
await server.listen()
server.printUrls()
