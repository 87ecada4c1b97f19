import { useEffect, useRef } from 'react'
import type { Chart } from 'chart.js'

export interface Series {
  readonly label: string
  readonly values: readonly number[]
  /** Of a year before: beside the others, and paler. */
  readonly before?: boolean
}

/** In the theme's order: told apart by lightness as well, for who sees few colours. */
const colours = ['--color-brand', '--color-coral', '--color-sun', '--color-muted'] as const

/**
 * Bars, those of one time on top of each other. The table below says the same, so that this is a picture to screen
 * readers. The library is loaded by the first one that is shown.
 */
export function BarChart(props: {
  label: string
  names: readonly string[]
  series: readonly Series[]
  /** Behind each figure of the axis. */
  unit?: '€'
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const data = JSON.stringify({ names: props.names, series: props.series })
  const { unit = '' } = props
  useEffect(() => {
    let chart: Chart | undefined
    let gone = false
    const draw = async () => {
      const { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } = await import('chart.js')
      if (gone || !canvas.current) return
      chart?.destroy()
      Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip)
      const style = getComputedStyle(document.documentElement)
      const colour = (name: string) => style.getPropertyValue(name).trim()
      const font = { family: getComputedStyle(document.body).fontFamily, size: 13 }
      const { names, series: all } = JSON.parse(data) as { names: string[]; series: Series[] }
      const series = all.filter(({ before, values }) => !before || values.some((value) => value !== 0))
      const [ink, line] = [colour('--color-ink'), colour('--color-line')]
      const ofNow = series.filter(({ before }) => !before)
      chart = new Chart(canvas.current, {
        type: 'bar',
        data: {
          labels: names,
          datasets: series.map(({ label, values, before = false }) => ({
            label,
            data: [...values],
            stack: before ? 'before' : 'now',
            // a month alone is no wall of colour
            maxBarThickness: 96,
            backgroundColor: before
              ? line
              : colour(colours[ofNow.findIndex((one) => one.label === label) % colours.length] ?? colours[0]),
          })),
        },
        options: {
          animation: false,
          maintainAspectRatio: false,
          locale: document.documentElement.lang,
          font,
          plugins: { legend: { position: 'bottom', labels: { color: ink, font, boxWidth: 14, boxHeight: 14 } } },
          scales: {
            x: { stacked: true, grid: { display: false }, ticks: { color: ink, font } },
            y: {
              stacked: true,
              beginAtZero: true,
              grid: { color: line },
              ticks: {
                color: ink,
                precision: 0,
                font,
                callback: (value) => `${Number(value).toLocaleString(document.documentElement.lang)}${unit}`,
              },
            },
          },
        },
      })
    }
    const drawAnew = () => void draw().catch(() => {})
    drawAnew()
    // its colours are those of the theme
    const theme = new MutationObserver(drawAnew)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', drawAnew)
    return () => {
      gone = true
      chart?.destroy()
      theme.disconnect()
      system.removeEventListener('change', drawAnew)
    }
  }, [data, unit])
  // a picture of nothing says nothing: the table has the noughts
  if (props.series.every(({ values }) => values.every((value) => value === 0))) return null
  return (
    <div className="relative h-64 w-full print:hidden">
      <canvas ref={canvas} role="img" aria-label={props.label} />
    </div>
  )
}
