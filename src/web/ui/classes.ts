/** Joins class names, leaving out what is false: `classes('a', open && 'b')`. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
