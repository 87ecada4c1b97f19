import { useEffect, useRef } from 'react'
import type { Chart } from 'chart.js'

export interface Series {
  readonly label: string
  readonly values: readonly number[]
  /** Values of the year before: drawn beside the others in a paler colour. */
  readonly before?: boolean
}

/** In the order of the theme; they also differ in lightness, for colour-blind people. */
const colours = ['--color-brand', '--color-coral', '--color-sun', '--color-muted'] as const

/**
 * Stacked bars. Hidden from screen readers, as the table below has the same figures. The library is loaded with the
 * first chart.
 */
export function BarChart(props: {
  label: string
  names: readonly string[]
  series: readonly Series[]
  /** Unit after each figure of the axis. */
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
            // keeps a single bar narrow
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
                callback: (value) =>
                  `${Number(value).toLocaleString(document.documentElement.lang, { useGrouping: false })}${unit}`,
              },
            },
          },
        },
      })
    }
    const drawAnew = () => void draw().catch(() => {})
    drawAnew()
    // redraw in the new theme's colours
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
  // an empty chart says nothing: the table shows the zeros
  if (props.series.every(({ values }) => values.every((value) => value === 0))) return null
  return (
    <div className="relative h-64 w-full print:hidden">
      <canvas ref={canvas} role="img" aria-label={props.label} />
    </div>
  )
}
