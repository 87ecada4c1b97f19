import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Where the server listens while Vite serves the page; see scripts/dev.mjs.
const server = process.env['DEV_SERVER'] ?? 'http://localhost:3001'

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    // React Aria carries the texts of 30 languages; two are ours, English under the only name it has.
    { ...optimizeLocales.vite({ locales: ['en-US', 'et-EE'] }), enforce: 'pre' as const },
  ],
  server: {
    proxy: {
      '/rpc': server,
      '/initial': server,
      '/health': server,
      '/live': { target: server, ws: true },
    },
  },
  build: { outDir: 'dist/web', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022' },
})
