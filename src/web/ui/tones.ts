export type Tone = 'neutral' | 'good' | 'warning' | 'danger' | 'info' | 'accent'

/** Soft background with a readable text colour, for badges and alerts. */
export const toneClass: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted inset-ring inset-ring-line',
  good: 'bg-good-soft text-good',
  warning: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  accent: 'bg-brand-soft text-brand',
}
