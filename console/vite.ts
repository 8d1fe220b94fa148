import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, type InlineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** How the console is bundled, for the build and for the development server. */
export const viteConfig: InlineConfig = {
  configFile: false,
  root,
  // The server can be below a path: files name each other relatively, and the server writes the page's addresses.
  base: './',
  logLevel: 'warn',
  plugins: [react()],
  resolve: { conditions: ['muster-source', ...defaultClientConditions] },
  build: {
    target: 'es2024',
    // The policy of the page allows no data: address but for images, and the server serves one flat folder.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The first page has the names of all files, and hashes don't compress.
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // What each page needs is one file.
        codeSplitting: {
          groups: [
            {
              name: 'api',
              test: /react-query|sdk.src|src.api.(muster|versions|use-api|use-list)\.ts/,
            },
          ],
        },
      },
    },
    // Says which files a page needs.
    manifest: 'manifest.json',
  },
}
