/** Illustration of Report a Problem: a screenshot, some words, an envelope. Its label says the same. */
export function ReportGuide({ label }: { label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 480 168" fill="none" className="w-full rounded-2xl bg-sunken">
      <path
        d="M-10 142c60-48 108-30 150-8s86 22 122-8 92-60 132-40 60 34 104 6"
        className="stroke-coral/50"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <Screenshot />
      <Arrow x={158} />
      <Words />
      <Arrow x={322} />
      <Envelope />
    </svg>
  )
}

function Screenshot() {
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <rect x="56" y="26" width="66" height="116" rx="12" className="fill-surface stroke-ink" strokeWidth="3" />
      <path d="M80 36h18" className="stroke-line-strong" strokeWidth="3" />
      <rect x="65" y="50" width="48" height="22" rx="5" className="fill-brand-soft" />
      <path d="M70 58h26M70 65h16" className="stroke-brand" strokeWidth="3" />
      <rect x="65" y="78" width="48" height="22" rx="5" className="fill-danger-soft" />
      <path d="m83 83 12 12m0-12-12 12" className="stroke-danger" strokeWidth="3.5" />
      <rect x="65" y="106" width="48" height="22" rx="5" className="fill-brand-soft" />
      <path d="M70 114h30M70 121h20" className="stroke-brand" strokeWidth="3" />
      <path
        d="M40 34V22a8 8 0 0 1 8-8h12M118 14h12a8 8 0 0 1 8 8v12M138 134v12a8 8 0 0 1-8 8h-12M60 154H48a8 8 0 0 1-8-8v-12"
        className="stroke-brand"
        strokeWidth="4"
      />
    </g>
  )
}

function Words() {
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <path
        d="M202 42h84a12 12 0 0 1 12 12v48a12 12 0 0 1-12 12h-44l-20 18v-18h-20a12 12 0 0 1-12-12V54a12 12 0 0 1 12-12Z"
        className="fill-surface stroke-ink"
        strokeWidth="3"
      />
      <path d="M208 62h72M208 78h58M208 94h40" className="stroke-line-strong" strokeWidth="4" />
      <path d="m250 98 26-30 10 8-26 30-12 4Z" className="fill-sun stroke-ink" strokeWidth="3" />
    </g>
  )
}

function Envelope() {
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <rect x="346" y="44" width="96" height="72" rx="10" className="fill-surface stroke-ink" strokeWidth="3" />
      <path d="m349 50 45 36 45-36" className="stroke-ink" strokeWidth="3" />
      <circle cx="438" cy="46" r="17" className="fill-brand" />
      <path
        d="M438 55c-7-5-9-8-9-11.500a4.6 4.6 0 0 1 9-1.5 4.6 4.6 0 0 1 9 1.500c0 3.5-2 6.5-9 11.500Z"
        className="fill-on-brand"
      />
    </g>
  )
}

function Arrow({ x }: { x: number }) {
  return (
    <path
      d={`M${x - 8} 78h16m-6-6 6 6-6 6`}
      className="stroke-muted"
      strokeWidth="3.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}
