import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

/** Extensions PGlite must load for our database: see docs/decisions/search-and-sums.md and rooms.md. */
export const extensions = { btree_gist, pg_trgm, unaccent }
