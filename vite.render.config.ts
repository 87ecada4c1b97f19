import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The application once more, for the server, which draws the first screen with it: see docs/decisions/first-screen.md. */
export default defineConfig({
  publicDir: false,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  // whatever the browser's build bundles: at run time the server needs the packages of `dependencies` alone
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/web/render.tsx',
    outDir: 'dist/render',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
  },
})
