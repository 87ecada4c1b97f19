// What may lie over a screen is one file of code: no first screen waits for it, and main.tsx fetches it right after.
export { DialogFrame } from './DialogFrame.tsx'
export { ToastRegion } from './ToastRegion.tsx'
export { TooltipBubble } from './TooltipBubble.tsx'
