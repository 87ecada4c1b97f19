const none = () => () => {
  throw new Error('Routes have no schemas of their own: what a call takes and answers is said in its contract.')
}

/** For every Fastify: contracts check what comes in and goes out, and its own two compilers took a tenth of a start. */
export const noSchemas = { compilersFactory: { buildValidator: none, buildSerializer: none } }
