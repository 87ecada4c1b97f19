/**
 * Registers the service worker that keeps the app shell (public/sw.js), after the first screen. Where service workers
 * are unavailable, as in a private window, only the offline page is missing.
 */
export function keepShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const start = () => void navigator.serviceWorker.register('/sw.js').catch(() => {})
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
