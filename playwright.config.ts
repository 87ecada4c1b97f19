import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { systemChromium, wholeChromium } from './scripts/browser.mjs'

const executablePath = systemChromium()

/** Journeys on a laptop, or on what e2e/devices.ts has. Each starts the servers it needs by itself, through the fixtures in e2e/. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/emptyStudio.ts',
  // for journeys with what the one without windows has not
  metadata: { wholeChromium: wholeChromium() },
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  fullyParallel: true,
  // a journey waits half of the time
  workers: Math.max(3, availableParallelism()),
  // a limit for hangs only: CI may be several times slower
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // it would fetch and keep each file anew for each person; install.spec.ts and signed-out.spec.ts have it
    serviceWorkers: 'block',
    launchOptions: executablePath ? { executablePath } : {},
    // what moves is drawn again and again, and axe waits until it stands
    contextOptions: { reducedMotion: 'reduce' },
    // TRACE=1 keeps a film of each failure: every journey has to be filmed for it
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
