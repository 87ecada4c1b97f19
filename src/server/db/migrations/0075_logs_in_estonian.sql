ALTER TABLE "logs" ADD COLUMN "message_et" text;--> statement-breakpoint
-- As before, with the Estonian sentence; a server of the older version may still run, and hands in none.
CREATE OR REPLACE FUNCTION write_logs(lines jsonb) RETURNS text LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO logs AS kept (channel, level, message, message_et, user_id, metadata, created_at, counted_as)
  SELECT channel, level, left(message, 1000), left("messageEt", 1000), "userId", metadata, "createdAt", "countedAs"
  FROM jsonb_to_recordset(lines)
    AS line(channel text, level text, message text, "messageEt" text, "userId" text, metadata jsonb, "createdAt" timestamptz, "countedAs" text)
  ON CONFLICT (counted_as) WHERE counted_as IS NOT NULL
  DO UPDATE SET "count" = kept."count" + 1, last_at = excluded.created_at, metadata = excluded.metadata;
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLERRM;
END $body$;
