CREATE TABLE "passEntries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passEntries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purchase_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_account_id" text,
	"kind" text NOT NULL,
	"cause" text,
	"reason" text DEFAULT '' NOT NULL,
	"classes" integer NOT NULL,
	"remaining" integer NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"class_name" text,
	"starts_at" timestamp (3) with time zone,
	CONSTRAINT "passEntries_kind" CHECK ("passEntries"."kind" in ('opening', 'bought', 'used', 'givenBack', 'corrected', 'extended', 'frozen', 'freezeEnded', 'cancelled', 'activeAgain')),
	CONSTRAINT "passEntries_cause" CHECK ("passEntries"."cause" in ('byOwner', 'classCancelled', 'removed', 'lateForgiven', 'frozen', 'accountDeleted'))
);
--> statement-breakpoint
ALTER TABLE "passEntries" ADD CONSTRAINT "passEntries_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passEntries_by_purchase" ON "passEntries" USING btree ("purchase_id","id");--> statement-breakpoint
INSERT INTO "passEntries" ("purchase_id", "at", "kind", "classes", "remaining", "valid_until")
SELECT "id", "updated_at", 'opening', "class_limit" - "classes_used", "class_limit" - "classes_used", "valid_until" FROM "purchases" ORDER BY "created_at", "id";
