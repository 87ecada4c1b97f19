import { DialogFrame } from './DialogFrame.tsx'
import { ToastRegion } from './ToastRegion.tsx'
import { TooltipBubble } from './TooltipBubble.tsx'

/**
 * One file for everything that may lie over a screen: main.tsx loads it after the first screen, which does not need it.
 */
export const overlays = { DialogFrame, ToastRegion, TooltipBubble }
