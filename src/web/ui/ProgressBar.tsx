/** Progress of a job; indeterminate while `at` is null. */
export function ProgressBar({ label, at }: { label: string; at: { done: number; all: number } | null }) {
  return (
    <progress
      aria-label={label}
      {...(at && { value: at.done, max: at.all })}
      className="h-2 w-full flex-1 appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
    />
  )
}
