import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

/** What PGlite must load before it opens a database that has these: see docs/decisions/search-and-sums.md. */
export const extensions = { pg_trgm, unaccent }
