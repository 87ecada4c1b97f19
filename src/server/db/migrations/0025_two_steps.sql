CREATE TABLE "twoSteps" (
	"account_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recoveryCodes" (
	"account_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recoveryCodes_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "emailLinks" DROP CONSTRAINT "emailLinks_purpose";--> statement-breakpoint
ALTER TABLE "twoSteps" ADD CONSTRAINT "twoSteps_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recoveryCodes" ADD CONSTRAINT "recoveryCodes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emailLinks" ADD CONSTRAINT "emailLinks_purpose" CHECK ("emailLinks"."purpose" in ('verify', 'reset', 'address', 'keep', 'secondStep'));