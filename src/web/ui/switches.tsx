import { Monitor, Moon, Sun } from 'lucide-react'
import { useFirstTheme } from '#web/studio.tsx'
import { chooseTheme, useTheme, type Theme } from './theme.ts'

const itemClass =
  'grid h-11 min-w-11 place-items-center rounded-full px-2 max-[16rem]:min-w-8 max-[16rem]:px-1 text-sm font-semibold text-muted transition-colors hover:text-brand aria-pressed:bg-brand-soft aria-pressed:text-brand'

/** Switches between English and Estonian: two visible letters, and for screen readers each language's own name. */
export function LanguageSwitch<Language extends string>(props: {
  label: string
  value: Language
  options: readonly { value: Language; short: string; name: string }[]
  onChange: (value: Language) => void
}) {
  return (
    <div role="group" aria-label={props.label} className="flex">
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.value}
          aria-label={`${option.short}, ${option.name}`}
          aria-pressed={option.value === props.value}
          onClick={() => props.onChange(option.value)}
          className={itemClass}
        >
          {option.short}
        </button>
      ))}
    </div>
  )
}

const icons = { light: Sun, dark: Moon, system: Monitor }

/** Light, dark, or as the system; remembered in this browser. */
export function ThemeSwitch(props: { label: string; names: Record<Theme, string> }) {
  const theme = useTheme(useFirstTheme())
  return (
    <div role="group" aria-label={props.label} className="flex">
      {(['light', 'dark', 'system'] as const).map((choice) => {
        const Icon = icons[choice]
        return (
          <button
            key={choice}
            type="button"
            aria-label={props.names[choice]}
            title={props.names[choice]}
            aria-pressed={choice === theme}
            onClick={() => chooseTheme(choice)}
            className={itemClass}
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        )
      })}
    </div>
  )
}
