import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    // React Aria carries the texts of 30 languages; two are ours, English under the only name it has.
    { ...optimizeLocales.vite({ locales: ['en-US', 'et-EE'] }), enforce: 'pre' as const },
  ],
  build: { outDir: 'dist/web', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022' },
})
