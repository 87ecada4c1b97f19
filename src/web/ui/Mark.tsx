/** The product's mark: a dancer in one turning line, with a point of light. Decorative, beside the studio's name. */
export function StudioMark() {
  return (
    <svg aria-hidden="true" width="36" height="36" viewBox="0 0 40 40" fill="none" className="shrink-0">
      <rect width="40" height="40" rx="13" className="fill-brand" />
      <circle cx="23.6" cy="9.4" r="3.4" className="fill-sun" />
      <path
        d="M6.5 16.5c5.5 3.2 10.400 1.600 14.200-.6 4.600-2.600 8.300-4.200 12.800-1.700M20.700 15.900c.8 5-3.700 6.200-3.300 10.300.3 3.400 3.500 4.800 3 8.300M17.600 25.200c4.600-1.600 9.300-.7 13.900 2.600"
        className="stroke-on-brand"
        strokeWidth="3.200"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** A ribbon, the product's motif: decoration behind headers and in empty lists. As wide as its container. */
export function Ribbon(props: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 320 120" fill="none" className={props.className}>
      <path
        d="M4 92C52 22 104 10 132 44s-14 62-32 42 14-64 74-62 72 66 142 18"
        className="stroke-coral"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path
        d="M18 108c50-30 88-12 128-20s62-50 102-46 40 34 66 30"
        className="stroke-sun"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="286" cy="22" r="7" className="fill-brand" />
    </svg>
  )
}
