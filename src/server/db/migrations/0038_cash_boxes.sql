CREATE TABLE "handOvers" (
	"id" text PRIMARY KEY NOT NULL,
	"box_of" text NOT NULL,
	"cents" integer NOT NULL,
	"handed_at" timestamp (3) with time zone NOT NULL,
	"handed_by" text NOT NULL,
	"counted" integer,
	"reason" text DEFAULT '' NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" text,
	CONSTRAINT "handOvers_cents" CHECK ("handOvers"."cents" > 0),
	CONSTRAINT "handOvers_confirmed" CHECK (("handOvers"."confirmed_at" is null) = ("handOvers"."counted" is null))
);
--> statement-breakpoint
CREATE TABLE "takings" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"box_of" text NOT NULL,
	"cents" integer NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"hand_over_id" text,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "takings_cents" CHECK ("takings"."cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "people" DROP CONSTRAINT "people_living";--> statement-breakpoint
ALTER TABLE "takings" ADD CONSTRAINT "takings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "takings" ADD CONSTRAINT "takings_hand_over_id_handOvers_id_fk" FOREIGN KEY ("hand_over_id") REFERENCES "public"."handOvers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handOvers_waiting" ON "handOvers" USING btree ("handed_at") WHERE confirmed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "takings_standing" ON "takings" USING btree ("payment_id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "takings_in_box" ON "takings" USING btree ("box_of") WHERE settled_at is null and hand_over_id is null;--> statement-breakpoint
CREATE INDEX "takings_by_hand_over" ON "takings" USING btree ("hand_over_id");