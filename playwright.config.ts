import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { systemChromium } from './scripts/browser.mjs'

const executablePath = systemChromium()

/** Journeys on a phone and on a desktop. Each starts the servers it needs by itself, through the fixtures in e2e/. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/openOnce.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  fullyParallel: true,
  // a journey waits half of the time
  workers: Math.max(3, availableParallelism()),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: executablePath ? { executablePath } : {},
    // what moves is drawn again and again, and axe waits until it stands
    contextOptions: { reducedMotion: 'reduce' },
    // TRACE=1 keeps a film of each failure: every journey has to be filmed for it
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
  ],
})
