import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompressed } from './vite.plugins.ts'

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    // React Aria carries the texts of 30 languages; two are ours, English under the only name it has.
    { ...optimizeLocales.vite({ locales: ['en-US', 'et-EE'] }), enforce: 'pre' as const },
    precompressed(),
  ],
  resolve: {
    // for React 18 and later; the libraries ask for what also serves older ones
    alias: [
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  build: {
    outDir: 'dist/web',
    // pages that are open since before the build still ask for its files: scripts/prepare.mjs drops the old ones later
    emptyOutDir: false,
    assetsInlineLimit: 0,
    target: 'es2022',
    // the server names a screen's own files in the page it sends
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // what every screen needs is one file: it compresses better than many
            { name: 'app', tags: ['$initial'], priority: 3 },
            // and what nearly every one needs
            { name: 'common', minShareCount: 12, priority: 2 },
            // what the same screens share is one file; small ones are joined, as a phone fetches six at a time. What few
            // screens share is not: joined, it brought others' code to each of them
            { name: 'most', minShareCount: 5, entriesAware: true, entriesAwareMergeThreshold: 15_000 },
          ],
        },
      },
    },
  },
})
