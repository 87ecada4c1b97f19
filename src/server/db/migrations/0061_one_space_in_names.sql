ALTER TABLE "people" DROP COLUMN "search",
	ADD COLUMN "search" text GENERATED ALWAYS AS (fold(trim(regexp_replace(display_name || ' ' || family_name, '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')))) STORED;--> statement-breakpoint
-- they went with the column
CREATE INDEX "people_by_name_and_birth" ON "people" USING btree ("search","dob") WHERE deleted_at is null and dob is not null;--> statement-breakpoint
CREATE INDEX "people_by_search" ON "people" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ANALYZE people;
