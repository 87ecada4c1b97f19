CREATE TABLE "stebbyTickets" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"payment_id" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"service" text,
	"holder" text,
	"valid_until" timestamp (3) with time zone,
	"worth" integer,
	"noted" boolean DEFAULT false NOT NULL,
	"typed_by" text NOT NULL,
	"typed_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone,
	"turn" integer DEFAULT 0 NOT NULL,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"called_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"receipt_id" bigint,
	CONSTRAINT "stebbyTickets_state" CHECK ("stebbyTickets"."state" in ('reading', 'found', 'failed', 'noted', 'using', 'unsure', 'spare', 'used', 'dropped')),
	CONSTRAINT "stebbyTickets_used" CHECK (("stebbyTickets"."state" = 'used') = ("stebbyTickets"."receipt_id" is not null)),
	CONSTRAINT "stebbyTickets_under_way" CHECK ("stebbyTickets"."state" not in ('reading', 'using') or "stebbyTickets"."next_at" is not null),
	CONSTRAINT "stebbyTickets_worth" CHECK ("stebbyTickets"."worth" >= 0)
);
--> statement-breakpoint
ALTER TABLE "stebbyTickets" ADD CONSTRAINT "stebbyTickets_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stebbyTickets" ADD CONSTRAINT "stebbyTickets_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stebbyTickets_code" ON "stebbyTickets" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "stebbyTickets_receipt" ON "stebbyTickets" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "stebbyTickets_by_payment" ON "stebbyTickets" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "stebbyTickets_next" ON "stebbyTickets" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "stebbyTickets_settled" ON "stebbyTickets" USING btree ("settled_at");