ALTER TABLE "logs" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "last_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "counted_as" text;--> statement-breakpoint
CREATE INDEX "logs_by_time" ON "logs" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "logs_counted" ON "logs" USING btree ("counted_as") WHERE counted_as is not null;--> statement-breakpoint
-- As before, but a refusal that stands there already is counted: its line tells of the last time.
CREATE OR REPLACE FUNCTION write_logs(lines jsonb) RETURNS text LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO logs AS kept (channel, level, message, user_id, metadata, created_at, counted_as)
  SELECT channel, level, left(message, 1000), "userId", metadata, "createdAt", "countedAs"
  FROM jsonb_to_recordset(lines)
    AS line(channel text, level text, message text, "userId" text, metadata jsonb, "createdAt" timestamptz, "countedAs" text)
  ON CONFLICT (counted_as) WHERE counted_as IS NOT NULL
  DO UPDATE SET "count" = kept."count" + 1, last_at = excluded.created_at, metadata = excluded.metadata;
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLERRM;
END $body$;
