/** Picture of dancers under stage lights: beside a form, or as a strip above it on a phone. */
export function Poster() {
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 640 160"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
        className={stripClass}
      >
        <rect width="640" height="160" className="fill-[#4a1045]" />
        <path d="M100-10 10 170h220ZM420-10 330 170h240Z" className="fill-[#ff6a4d]/18" />
        <path d="M300-10 190 170h260Z" className="fill-[#ffc04a]/18" />
        <path d="M-10 120c90-120 170-90 150-30s-70 10 10-50 170 60 280 20 90-60 240-20" {...ribbon} />
        <Dancer at="translate(120 22) scale(3.2)" pose={turning} />
        <Dancer at="translate(250 10) scale(3.6)" pose={reaching} />
        <Dancer at="translate(520 22) scale(-3.2 3.2)" pose={turning} />
      </svg>
      <svg
        aria-hidden="true"
        viewBox="0 0 400 560"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
        className={posterClass}
      >
        <rect width="400" height="560" className="fill-[#4a1045]" />
        <path d="M-40 0 120 560H320L60 0Z" className="fill-[#ff6a4d]/18" />
        <path d="M440 0 230 560H30L330 0Z" className="fill-[#ffc04a]/16" />
        <ellipse cx="200" cy="462" rx="230" ry="60" className="fill-[#ffc04a]/16" />
        <path d="M-20 240c70-110 160-150 206-84s-20 122-60 74 34-130 132-108 84 92 178 10" {...ribbon} />
        <path d="M-20 330c90-40 150 20 230-24s100-96 220-50" {...ribbon} className="stroke-[#ffc04a]" strokeWidth="5" />
        <Dancer at="translate(24 312) scale(3.7)" pose={turning} />
        <Dancer at="translate(104 244) scale(4.8)" pose={reaching} />
        <Dancer at="translate(384 312) scale(-3.7 3.7)" pose={turning} />
        <path
          d="M62 74h.1M330 60h.1M292 196h.1M110 150h.1M356 232h.1M30 206h.1M210 40h.1"
          className="stroke-[#ffe9c4]"
          strokeWidth="8"
          strokeLinecap="round"
        />
      </svg>
    </>
  )
}

const stripClass = 'absolute inset-0 size-full lg:hidden'
const posterClass = 'absolute inset-0 hidden size-full lg:block'
const ribbon = { className: 'stroke-[#ff6a4d]', strokeWidth: 9, strokeLinecap: 'round' } as const

// each dancer is a head and a few curved lines, as in the studio's logo
const turning = {
  head: { cx: 23.6, cy: 9.4 },
  lines:
    'M6.5 16.5c5.5 3.2 10.4 1.6 14.2-.6 4.6-2.6 8.3-4.2 12.8-1.7M20.7 15.9c.8 5-3.7 6.2-3.3 10.3.3 3.4 3.5 4.8 3 8.3M17.6 25.2c4.6-1.6 9.3-.7 13.9 2.6',
}
const reaching = {
  head: { cx: 20.2, cy: 9 },
  lines:
    'M8.5 3.500c1.5 6.5 6 11 11.5 11.500s10-4.5 12-10.500M20 15c-1.6 4 1.4 7-.4 11.500M19.6 26.500c-3.6 1.5-6 4-6.6 9.500M19.6 26.500c5-.3 8 3 8.4 9',
}

function Dancer(props: { at: string; pose: typeof turning }) {
  return (
    <g transform={props.at}>
      <circle {...props.pose.head} r="3.4" className="fill-[#ffc04a]" />
      <path
        d={props.pose.lines}
        className="stroke-[#fff4ee]"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  )
}
