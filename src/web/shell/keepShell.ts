/**
 * Starts the worker that keeps the shell (public/sw.js), once the first screen is there. Where there is none, such as
 * in a private window, everything works but the page that says "offline".
 */
export function keepShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const start = () => void navigator.serviceWorker.register('/sw.js').catch(() => {})
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
