ALTER TABLE "sessions" ADD COLUMN "by_passkey" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- how the sessions of before were opened nobody knows: whoever has a passkey keeps the desk until they end
UPDATE "sessions" SET "by_passkey" = true WHERE "account_id" IN (SELECT "account_id" FROM "passkeys");
