/** In the hand: the narrowest window that is promised. */
export const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

/** For journeys on both; the others are made on a laptop, as playwright.config.ts has it, where they don't say so. */
export const devices = [
  ['phone', phone],
  ['laptop', {}],
] as const
