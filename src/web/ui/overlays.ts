import { DialogFrame } from './DialogFrame.tsx'
import { ToastRegion } from './ToastRegion.tsx'
import { TooltipBubble } from './TooltipBubble.tsx'

/** What may lie over a screen is fetched together, as one file: no first screen waits for it, and main.tsx asks for it right after. */
export const overlays = { DialogFrame, ToastRegion, TooltipBubble }
